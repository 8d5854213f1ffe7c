// Which parts of a route's body and answer must not be kept. The route declares them, because names do not show it: a
// customer's header may be called `X-Auth` or anything else.

import 'fastify';
import { hideQueryValues } from '../hide-values.ts';

export interface SecretFields {
  /** Fields that the body may have. Others are removed whole: a misspelt field may hold the secret. */
  readonly known: readonly string[];
  /** Paths of values to remove, such as `password`, or `headers.*` for every value in `headers`. */
  readonly removed: readonly string[];
  /** Paths of addresses, in bodies and answers, whose query values are removed. */
  readonly addresses: readonly string[];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    secretFields?: SecretFields;
  }
}

const removed = '[removed]';

/** The declaration of a route: its body schema says which fields are known. */
export const secretsOfBody = (
  schema: { readonly properties: object } | null,
  paths: { readonly removed?: readonly string[]; readonly addresses?: readonly string[] },
): SecretFields => ({
  known: Object.keys(schema?.properties ?? {}),
  removed: paths.removed ?? [],
  addresses: paths.addresses ?? [],
});

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/** Replaces what stands at a path, in place. True when something changed. */
const replaceAt = (
  value: unknown,
  [step, ...rest]: readonly string[],
  replace: (found: unknown) => unknown,
): boolean => {
  if (!isTree(value) || step === undefined) return false;
  const names = step === '*' ? Object.keys(value) : Object.hasOwn(value, step) ? [step] : [];
  let isChanged = false;
  for (const name of names) {
    if (rest.length > 0) {
      isChanged = replaceAt(value[name], rest, replace) || isChanged;
      continue;
    }
    const replaced = replace(value[name]);
    if (replaced === value[name]) continue;
    // Plain assignment would call the setter of `__proto__`.
    Object.defineProperty(value, name, { value: replaced, enumerable: true, configurable: true });
    isChanged = true;
  }
  return isChanged;
};

const hideAddress = (found: unknown): unknown => (typeof found === 'string' ? hideQueryValues(found) : found);

const replaceAll = (
  value: unknown,
  paths: readonly string[],
  replace: (found: unknown) => unknown,
): boolean => paths.map((path) => replaceAt(value, path.split('.'), replace)).includes(true);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The body without what the route declares secret. A body that is no JSON object is dropped whole. */
export const removeFromBody = (text: string, fields: SecretFields): string => {
  if (text === '') return text;
  const body = parse(text);
  if (!isTree(body) || Array.isArray(body)) return removed;
  const unknown = Object.keys(body).filter((name) => !fields.known.includes(name));
  const changes = [
    ...unknown.map((name) => replaceAt(body, [name], () => removed)),
    // A value of another form than the schema wants may be the secret itself: `"headers": "X-Auth: ..."`.
    replaceAll(
      body,
      fields.removed.filter((path) => path.endsWith('.*')).map((path) => path.slice(0, -2)),
      (found) => (isTree(found) && !Array.isArray(found) ? found : removed),
    ),
    replaceAll(body, fields.removed, () => removed),
    replaceAll(body, fields.addresses, hideAddress),
  ];
  return changes.includes(true) ? JSON.stringify(body) : text;
};

export const removeFromAnswer = (text: string, fields: SecretFields): string => {
  if (fields.addresses.length === 0 || !text.includes('?')) return text;
  const answer = parse(text);
  return replaceAll(answer, fields.addresses, hideAddress) ? JSON.stringify(answer) : text;
};
