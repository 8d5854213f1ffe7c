// Whether the fields given for a sender are those its provider needs. Everything that is wrong is reported at once, and
// no value is ever repeated: most of them are secrets.

import { randomBytes } from 'node:crypto';
import type { FieldError } from '@hudhud/contract/problem.ts';
import { AppError } from '../platform/errors.ts';
import type { Provider, ProviderField, ProviderFields } from '../providers/provider.ts';

const secretBytes = 32;

/** Nothing that could end a header or an address early. */
const plainText = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;

const isPlainAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && `${username}${password}${search}${hash}` === '';
};

const pointerTo = (name: string): string => `/fields/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

const findProblem = (field: ProviderField, value: string): FieldError | null => {
  const pointer = pointerTo(field.name);
  if (value === '') {
    if (field.default !== undefined) return null;
    return { code: 'missing_field', pointer, detail: `${field.label} ("${field.name}") is required.` };
  }
  if (!plainText.test(value)) {
    const detail = `${field.label} ("${field.name}") may hold visible ASCII characters only.`;
    return { code: 'invalid_value', pointer, detail };
  }
  if (field.name.endsWith('_url') && !isPlainAddress(value)) {
    const detail = `${field.label} ("${field.name}") must be an http or https address without credentials, query or fragment.`;
    return { code: 'invalid_value', pointer, detail };
  }
  return null;
};

const unknownField = (provider: Provider, name: string): FieldError => ({
  code: 'unknown_field',
  pointer: pointerTo(name),
  detail: `${JSON.stringify(name.slice(0, 64))} is not a field of ${provider.title}. Its fields: ${provider.fields.map((field) => field.name).join(', ')}.`,
});

/** The fields as they are stored: without white space around them, and without those that keep their default; secrets that are ours to choose are made. */
export const checkFields = (provider: Provider, given: ProviderFields): ProviderFields => {
  const multiline = provider.fields.flatMap(({ name, isMultiline }) => (isMultiline ? [name] : []));
  const fields = new Map(
    Object.entries(given).map(([name, value]) => [
      name,
      (multiline.includes(name) ? value.replace(/\s+/g, ' ') : value).trim(),
    ]),
  );
  for (const { name, isGenerated } of provider.fields)
    if (isGenerated && !fields.get(name)) fields.set(name, randomBytes(secretBytes).toString('base64url'));
  const known = provider.fields.map((field) => field.name);
  const errors = [
    ...[...fields.keys()].filter((name) => !known.includes(name)).map((name) => unknownField(provider, name)),
    ...provider.fields.flatMap((field) => findProblem(field, fields.get(field.name) ?? '') ?? []),
  ];
  const [first] = errors;
  if (first) {
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : '';
    throw new AppError(first.code, { detail: `${first.detail}${more}`, errors });
  }
  return Object.fromEntries([...fields].filter(([, value]) => value !== ''));
};
