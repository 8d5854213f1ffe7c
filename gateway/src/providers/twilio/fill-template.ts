// The variables of a template for Twilio: one map for the whole Content. Twilio fills what is missing with the sample of the
// template, which a person must never read, so a missing value is refused here.

import type { OutgoingFile } from '../media-part.ts';
import type { FilledComponent, FilledTemplate } from '../template-part.ts';
import { readReference, type TemplatePlaces } from './template-reference.ts';

export type FilledVariables =
  | { readonly kind: 'filled'; readonly sid: string; readonly variables: Readonly<Record<string, string>> }
  | { readonly kind: 'refused'; readonly detail: string };

type Parameter = Readonly<Record<string, unknown>>;
type Files = ReadonlyMap<string, OutgoingFile> | undefined;

const textOf = ({ text, payload, coupon_code: code }: Parameter): string | null => {
  const found = text ?? payload ?? code;
  return typeof found === 'string' ? found : null;
};

const fileOf = (parameter: Parameter, files: Files): OutgoingFile | null => {
  const part = parameter[String(parameter.type)];
  const id = (part as { media?: unknown } | undefined)?.media;
  return typeof id === 'string' ? (files?.get(id) ?? null) : null;
};

/** Values of one component: by name where they have names, else in order. */
const byPlace = (names: readonly string[], parameters: readonly Parameter[]): [string, string | null][] =>
  names.map((name, index) => {
    const named = parameters.find(({ parameter_name: other }) => other === name);
    const parameter = named ?? parameters[index];
    return [name, parameter ? textOf(parameter) : null];
  });

const mediaValue = (
  media: NonNullable<TemplatePlaces['media']>,
  parameters: readonly Parameter[],
  files: Files,
): string | null => {
  const [parameter] = parameters;
  const file = parameter ? fileOf(parameter, files) : null;
  if (file?.kind !== 'link' || !file.url.startsWith(media.prefix)) return null;
  return file.url.slice(media.prefix.length);
};

const parametersOf = (
  components: readonly FilledComponent[],
  type: FilledComponent['type'],
  index?: string,
): readonly Parameter[] =>
  components.find(
    (component) => component.type === type && (index === undefined || component.index === index),
  )?.parameters ?? [];

export const fillVariables = (
  { reference, components, values }: FilledTemplate,
  files: Files,
): FilledVariables => {
  const places = readReference(reference);
  const { sid, media } = places;
  const found: [string, string | null][] = [
    ...byPlace(places.header, parametersOf(components, 'header')),
    ...byPlace(places.body, parametersOf(components, 'body')),
    ...Object.entries(places.buttons).flatMap(([index, name]) =>
      byPlace([name], parametersOf(components, 'button', index)),
    ),
  ];
  if (media) found.push([media.name, mediaValue(media, parametersOf(components, 'header'), files)]);
  const isBare = found.length === 0;
  const pairs = isBare
    ? Object.entries(values)
    : found.map(([name, value]) => [name, value ?? values[name] ?? null] as const);
  const missing = pairs.find(([, value]) => value === null || value === '');
  if (missing) return { kind: 'refused', detail: `The variable ${missing[0]} has no value.` };
  const variables = Object.fromEntries(pairs.map(([name, value]) => [name, value ?? '']));
  return { kind: 'filled', sid, variables };
};
