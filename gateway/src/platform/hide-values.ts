// Takes known secrets out of texts that are stored or shown. Other servers do echo them: a receiver that answers with its
// own request, a provider that repeats a malformed token.

const removed = '[removed]';
/** Shorter values occur in ordinary words, and are no secrets. */
const lengthMin = 6;

/** A secret as it is, inside JSON, inside JSON with escaped slashes, and inside an address. */
const waysToWrite = (secret: string): string[] => {
  const json = JSON.stringify(secret).slice(1, -1);
  return [secret, json, json.replaceAll('/', '\\/'), encodeURIComponent(secret.toWellFormed())];
};

export type HideValues = (text: string) => string;

export const createHideValues = (secrets: readonly string[]): HideValues => {
  const texts = secrets
    .filter((value) => value.length >= lengthMin)
    // One secret may contain another: the longer goes first.
    .toSorted((one, two) => two.length - one.length)
    .flatMap(waysToWrite);
  // Most secrets are written in one way in any surroundings.
  const distinct = [...new Set(texts)];
  const shortest = Math.min(...distinct.map(({ length }) => length));
  // Most headers of an answer are shorter than any secret: every attempt of a webhook asks a dozen times.
  return (text) =>
    text.length < shortest ? text : distinct.reduce((rest, secret) => rest.replaceAll(secret, removed), text);
};

/** An address with every value of its query removed; the names stay, so that people recognize it. */
export const hideQueryValues = (url: string): string => {
  const start = url.indexOf('?');
  if (start === -1) return url;
  const parameters = url.slice(start + 1).split('&');
  const hidden = parameters.map((parameter) => {
    const [name = '', ...value] = parameter.split('=');
    // A parameter without a name is a value that stands alone, such as `?k7f3...`.
    return value.length === 0 ? (name === '' ? '' : removed) : `${name}=${removed}`;
  });
  return `${url.slice(0, start)}?${hidden.join('&')}`;
};
