// Takes secrets out of JSON texts before they are stored for the Event Monitor and the Webhook Logs.

const names = 'token|secret|password|passphrase|authorization|api_?key|private_?key|credential';

const secretName = new RegExp(names, 'i');
/** For texts that are not JSON: something that looks like a field with a secret's name. Bounded, hence linear. */
const secretField = new RegExp(`(?:${names})\\w{0,40}["']?\\s{0,8}[:=]`, 'i');
/** Reading a JSON text, cleaning and writing it takes 22 ms at this size; of a longer one only a part is stored anyway. */
const cleanedCharactersMax = 262_144;
const secretParameter = new RegExp(`([?&][^=&]{0,200}(?:${names})[^=&]{0,200}=)[^&]*`, 'gi');
const removed = '[removed]';

/** A path with the value of every query parameter under a secret's name replaced. */
export const removeQuerySecrets = (path: string): string =>
  path.includes('?') ? path.replace(secretParameter, `$1${removed}`) : path;

interface Cleaning {
  found: boolean;
}

const clean = (value: unknown, cleaning: Cleaning): unknown => {
  if (Array.isArray(value)) return value.map((child) => clean(child, cleaning));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => {
      if (!secretName.test(key)) return [key, clean(child, cleaning)];
      cleaning.found = true;
      return [key, removed];
    }),
  );
};

/**
 * The text with every value under a secret's name replaced. Texts without such a name come back as they are; a text that
 * is not JSON, or is large, and seems to hold a secret is dropped whole.
 */
export const removeSecrets = (text: string): string => {
  if (!secretName.test(text)) return text;
  if (text.length > cleanedCharactersMax) return secretField.test(text) ? removed : text;
  try {
    const cleaning: Cleaning = { found: false };
    const value = clean(JSON.parse(text), cleaning);
    return cleaning.found ? JSON.stringify(value) : text;
  } catch {
    return secretField.test(text) ? removed : text;
  }
};
