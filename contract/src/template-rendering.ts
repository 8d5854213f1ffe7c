// A template as the person sees it, from its definition and values. Messages keep the result, so that nothing has to render
// it again; the dashboard shows the same while the user fills it in.

import type { ContentOf, TemplateRequest } from './content.ts';
import { type DefinedPart, type TemplateDefinition, variablePattern } from './template-definition.ts';

export type RenderedTemplate = NonNullable<ContentOf<'template'>['template']['rendered']>;
type RenderedPart = Pick<RenderedTemplate, 'header' | 'body' | 'buttons'>;

/** The values of one part: of the template itself, or of one card. */
export interface PartValues {
  /** The values of the variables of the body. */
  readonly body: Readonly<Record<string, string>>;
  readonly header?: TemplateRequest['header'];
  /** By the index of the button. */
  readonly buttons: Readonly<Record<number, string>>;
}

/** A variable without a value stays as it is written: a preview shows what is still missing. */
export const fillVariables = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(variablePattern, (braces, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? braces) : braces,
  );

const renderHeader = ({ header }: DefinedPart, given: PartValues['header']): RenderedPart['header'] => {
  if (!header) return null;
  if (header.kind === 'text') {
    const [variable] = header.variables;
    const values = variable !== undefined && given?.text !== undefined ? { [variable]: given.text } : {};
    return { type: 'text', text: fillVariables(header.text, values) };
  }
  return {
    type: header.kind,
    ...(given?.media && { media: given.media }),
    ...(given?.location && { location: given.location }),
  };
};

const renderPart = (part: DefinedPart, values: PartValues, code: string | null): RenderedPart => ({
  header: renderHeader(part, values.header),
  body: fillVariables(part.body, values.body),
  buttons: part.buttons.map(({ index, kind, text, target }) => {
    const given = kind === 'otp' ? (code ?? undefined) : values.buttons[index];
    const filled =
      kind === 'url' && target !== null
        ? target.replace(variablePattern, (braces) => given ?? braces)
        : (target ?? given);
    return { type: kind, text, ...(filled !== undefined && { value: filled }) };
  }),
});

/** The one variable of an authentication template. */
const codeOf = (definition: TemplateDefinition, { body }: PartValues): string | null =>
  definition.isAuthentication ? (body[definition.variables[0] ?? ''] ?? null) : null;

export const renderTemplate = (
  definition: TemplateDefinition,
  values: PartValues & { readonly cards?: readonly PartValues[] },
): RenderedTemplate => ({
  ...renderPart(definition, values, codeOf(definition, values)),
  footer: definition.footer,
  ...(definition.offer && { offer: definition.offer.text }),
  ...(definition.cards && {
    cards: definition.cards.map((card, index) =>
      renderPart(card, values.cards?.[index] ?? { body: {}, buttons: {} }, null),
    ),
  }),
});
