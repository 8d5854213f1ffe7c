// Buttons, lists and cards are sent at Twilio by naming a Content that was made before. Every text in a Content can be a
// variable, so one Content serves all messages of one shape: so many buttons, so many lines of text, with a footer or not.
// A variable takes no line break, so the breaks are part of the shape.

import type { ContentOf } from '@hudhud/contract/content.ts';
import type { OutgoingFile } from '../media-part.ts';

type Types = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A Content without its values, and the values for it. */
export interface ShapedContent {
  readonly types: Types;
  readonly values: Readonly<Record<string, string>>;
}

type InteractiveContent = ContentOf<'buttons'> | ContentOf<'link'> | ContentOf<'list'>;

/** Puts variables in the place of texts, and keeps the texts. */
const createVariables = () => {
  const values: Record<string, string> = {};
  const variable = (value: string): string => {
    const name = String(Object.keys(values).length + 1);
    values[name] = value;
    return `{{${name}}}`;
  };
  /** A text of several lines: each line is a variable of its own. */
  const lines = (text: string): string =>
    text
      .split(/\r\n|\r|\n/)
      .map((line) => (line.trim() === '' ? '' : variable(line.replaceAll('\t', ' '))))
      .join('\n');
  return { values, variable, lines };
};

type Variables = ReturnType<typeof createVariables>;

const toActions = (content: ContentOf<'buttons'> | ContentOf<'link'>, { variable }: Variables): object[] =>
  content.type === 'link'
    ? [{ type: 'URL', title: variable(content.link.title), url: variable(content.link.url) }]
    : content.buttons.map(({ id, title }) => ({
        type: 'QUICK_REPLY',
        title: variable(title),
        id: variable(id),
      }));

const shapeActions = (
  content: ContentOf<'buttons'> | ContentOf<'link'>,
  headerFile: OutgoingFile | null,
): ShapedContent => {
  const variables = createVariables();
  const body = variables.lines(content.message);
  const { header, footer } = content;
  const media = headerFile?.kind === 'link' ? [variables.variable(headerFile.url)] : undefined;
  const headerText = header && 'text' in header ? variables.variable(header.text) : undefined;
  const actions = toActions(content, variables);
  const isPlain = media === undefined && headerText === undefined && footer === undefined;
  const plainType = content.type === 'link' ? 'twilio/call-to-action' : 'twilio/quick-reply';
  const card = {
    body,
    ...(headerText !== undefined && { header_text: headerText }),
    ...(footer !== undefined && { footer: variables.variable(footer) }),
    ...(media && { media }),
    actions,
  };
  return { types: { [isPlain ? plainType : 'whatsapp/card']: card }, values: variables.values };
};

/** A list has neither header nor footer nor sections at Twilio: the lines stand above and below the text. */
const shapeList = ({ message, list, header, footer }: ContentOf<'list'>): ShapedContent => {
  const variables = createVariables();
  const text = [header?.text, message, footer].filter((part) => part !== undefined).join('\n\n');
  const body = variables.lines(text);
  const items = list.sections.flatMap(({ rows }) =>
    rows.map(({ id, title, description }) => ({
      id: variables.variable(id),
      item: variables.variable(title),
      ...(description !== undefined && { description: variables.variable(description) }),
    })),
  );
  return {
    types: { 'twilio/list-picker': { body, button: variables.variable(list.button), items } },
    values: variables.values,
  };
};

export const shapeContent = (content: InteractiveContent, headerFile: OutgoingFile | null): ShapedContent =>
  content.type === 'list' ? shapeList(content) : shapeActions(content, headerFile);
