// The header of a template: a text with a variable, a file, a place or a product. One that has none of them must not be
// named in a message, or WhatsApp refuses it.

import type { TemplateRequest } from '@hudhud/contract/content.ts';
import type { DefinedHeader } from '@hudhud/contract/template-definition.ts';
import { fillVariables } from '@hudhud/contract/template-rendering.ts';
import type { FilledComponent } from '../../providers/template-part.ts';
import { charactersIn, checkValue, type Filling, fillGiven, note, type Values } from './values.ts';

type GivenHeader = TemplateRequest['header'];

const charactersMax = 60;

export interface FilledHeader {
  readonly component: FilledComponent | null;
  /** As the message keeps it. */
  readonly header: GivenHeader;
}

const nothing: FilledHeader = { component: null, header: undefined };

const wrongKind = (filling: Filling, pointer: string, needed: string): FilledHeader => {
  note(filling, 'template_header_kind', pointer, `The header of the template needs ${needed}.`);
  return nothing;
};

const missing = (filling: Filling, pointer: string, needed: string): FilledHeader => {
  note(filling, 'template_header_missing', pointer, `The header of the template needs ${needed}.`);
  return nothing;
};

const fillText = (
  filling: Filling,
  { text, variables }: DefinedHeader,
  given: GivenHeader,
  byName: Values,
  pointer: string,
): FilledHeader => {
  const [name] = variables;
  if (name === undefined) return nothing;
  const needed = `a text for its variable "${name}"`;
  if (given && given.text === undefined) return wrongKind(filling, pointer, needed);
  const own = given?.text ?? (filling.isNamed ? byName[name] : undefined);
  const value = own
    ? fillGiven(filling, own, `${pointer}/text`)
    : filling.isNamed
      ? filling.values[name]
      : undefined;
  if (value === null) return nothing;
  if (!value) return missing(filling, pointer, needed);
  checkValue(filling, value, name, `${pointer}/text`);
  const characters = charactersIn(fillVariables(text, { [name]: value }));
  if (characters > charactersMax)
    note(
      filling,
      'template_variable_invalid',
      `${pointer}/text`,
      `The header has ${characters} characters with the value of "${name}"; at most ${charactersMax} are allowed.`,
    );
  const parameter = { type: 'text', ...(filling.isNamed && { parameter_name: name }), text: value };
  return { component: { type: 'header', parameters: [parameter] }, header: { text: value } };
};

const articles: Readonly<Record<string, string>> = {
  image: 'a picture in "media"',
  video: 'a video in "media"',
  document: 'a document in "media"',
  gif: 'a video in "media"',
  location: 'a place in "location"',
  product: 'a product in "product"',
};

/** A file by our id of it; the provider puts in what it calls that file. */
const fileOf = ({ id, url, filename }: NonNullable<NonNullable<GivenHeader>['media']>): object => ({
  ...(id !== undefined ? { media: id } : { link: url }),
  ...(filename !== undefined && { filename }),
});

const parameterOf = (kind: DefinedHeader['kind'], given: NonNullable<GivenHeader>): object | null => {
  if (kind === 'location') return given.location ? { type: kind, location: given.location } : null;
  if (kind === 'product') {
    if (!given.product) return null;
    const { catalog_id, product_id } = given.product;
    return { type: kind, product: { product_retailer_id: product_id, catalog_id } };
  }
  return given.media ? { type: kind, [kind]: fileOf(given.media) } : null;
};

export const fillHeader = (
  filling: Filling,
  defined: DefinedHeader | null,
  given: GivenHeader,
  byName: Values,
  at: string,
): FilledHeader => {
  const pointer = `${at}/header`;
  const isFixed = !defined || (defined.kind === 'text' && defined.variables.length === 0);
  if (isFixed) {
    if (given)
      note(
        filling,
        'template_variable_unknown',
        pointer,
        defined ? 'The header of the template has no variable.' : 'The template has no header.',
      );
    return nothing;
  }
  if (defined.kind === 'text') return fillText(filling, defined, given, byName, pointer);
  const needed = articles[defined.kind] ?? 'a file';
  if (!given) return missing(filling, pointer, needed);
  const parameter = parameterOf(defined.kind, given);
  if (!parameter) return wrongKind(filling, pointer, needed);
  return {
    component: { type: 'header', parameters: [parameter as Record<string, unknown>] },
    header: given,
  };
};
