// How a template of Twilio's is named outside: its SID, and which variable of it stands where. Twilio numbers the variables
// of a Content through, the Cloud API from one in each part, so a send has to know which is which.

export interface TemplatePlaces {
  readonly sid: string;
  /** Names of variables, in the order in which the text has them. */
  readonly header: readonly string[];
  readonly body: readonly string[];
  /** The file above the text: its variable, and the part of the address before it. */
  readonly media: { readonly name: string; readonly prefix: string } | null;
  /** By the index of the button. */
  readonly buttons: Readonly<Record<string, string>>;
}

const variable = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g;

/** The variables of a text, each once. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(variable)].map((match) => match[1] ?? '')),
];

export const writeReference = ({ sid, header, body, media, buttons }: TemplatePlaces): string => {
  const parts = [
    sid,
    header.length > 0 && `header=${header.join(',')}`,
    body.length > 0 && `body=${body.join(',')}`,
    media && `media=${media.name}@${encodeURIComponent(media.prefix)}`,
    ...Object.entries(buttons).map(([index, name]) => `button${index}=${name}`),
  ];
  return parts.filter((part) => part !== false && part !== null).join(';');
};

const readMedia = (text: string | undefined): TemplatePlaces['media'] => {
  const [name, prefix = ''] = text?.split('@') ?? [];
  return name === undefined ? null : { name, prefix: decodeURIComponent(prefix) };
};

/** References are ours, so only a SID that was written by hand has none of the parts. */
export const readReference = (reference: string): TemplatePlaces => {
  const [sid = '', ...parts] = reference.split(';');
  const given = new Map(parts.map((part) => part.split('=', 2) as [string, string]));
  const namesOf = (key: string): string[] => given.get(key)?.split(',') ?? [];
  const buttons = [...given].flatMap(([key, name]) =>
    key.startsWith('button') ? [[key.slice('button'.length), name] as const] : [],
  );
  return {
    sid,
    header: namesOf('header'),
    body: namesOf('body'),
    media: readMedia(given.get('media')),
    buttons: Object.fromEntries(buttons),
  };
};
