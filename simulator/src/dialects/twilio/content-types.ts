// The same text in Twilio's types and in Meta's components. Twilio numbers variables through the whole Content, Meta
// from one in every component.
import { variablePattern, variablesOf } from '../../account/template-variables.ts';
import { asObject, type Json } from '../../message/check-value.ts';

const listOf = (value: unknown): Json[] =>
  Array.isArray(value) ? value.flatMap((part: unknown): Json[] => [asObject(part) ?? {}]) : [];
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Variables of one component, from 1. */
const renumber = (text: string): string => {
  const names = variablesOf(text);
  return text.replaceAll(variablePattern, (_whole, name: string) => `{{${names.indexOf(name) + 1}}}`);
};

export interface ContentTypes {
  types: Json;
  variables: Record<string, string>;
}

/** A template of the world as a Content. */
export function toTypes(components: readonly Json[]): ContentTypes {
  const variables: Record<string, string> = {};
  let count = 0;
  const through = (text: string): string => {
    const given = new Map<string, string>();
    return text.replaceAll(variablePattern, (_whole, name: string) => {
      if (!given.has(name)) {
        count += 1;
        given.set(name, String(count));
        variables[String(count)] = `sample ${count}`;
      }
      return `{{${given.get(name)}}}`;
    });
  };
  const find = (type: string) => components.find((component) => component.type === type);
  const header = find('HEADER');
  const isMedia = header !== undefined && textOf(header.format) !== 'TEXT';
  const media = isMedia ? [through('{{1}}')] : null;
  const headerText = header && !isMedia ? through(textOf(header.text)) : null;
  const body = through(textOf(find('BODY')?.text));
  const footer = find('FOOTER')?.text;
  const actions = listOf(find('BUTTONS')?.buttons).map((button) => toAction(button, through));
  return { types: chooseType({ body, headerText, media, footer, actions }), variables };
}

function toAction(button: Json, through: (text: string) => string): Json {
  const title = textOf(button.text);
  switch (button.type) {
    case 'URL':
      return { type: 'URL', title, url: through(textOf(button.url)) };
    case 'PHONE_NUMBER':
      return { type: 'PHONE_NUMBER', title, phone: textOf(button.phone_number) };
    default:
      return { type: 'QUICK_REPLY', title, id: title };
  }
}

function chooseType(parts: {
  body: string;
  headerText: string | null;
  media: string[] | null;
  footer: unknown;
  actions: Json[];
}): Json {
  const { body, headerText, media, footer, actions } = parts;
  if (headerText !== null || footer !== undefined || (media && actions.length > 0)) {
    return {
      'whatsapp/card': {
        body,
        ...(headerText !== null && { header_text: headerText }),
        ...(footer !== undefined && { footer }),
        ...(media && { media }),
        ...(actions.length > 0 && { actions }),
      },
    };
  }
  if (media) return { 'twilio/media': { body, media } };
  if (actions.length === 0) return { 'twilio/text': { body } };
  const isReplies = actions.every(({ type }) => type === 'QUICK_REPLY');
  return { [isReplies ? 'twilio/quick-reply' : 'twilio/call-to-action']: { body, actions } };
}

/** A Content as components, with the Content's own numbers; `isMetas` counts from one in each, as Meta wants it. */
export function toComponents(types: Json, isMetas: boolean): Json[] {
  const [, given] = Object.entries(types)[0] ?? [];
  const part = asObject(given) ?? {};
  const number = (text: string): string => (isMetas ? renumber(text) : text);
  const [media] = Array.isArray(part.media) ? part.media : [];
  const header = textOf(part.header_text);
  const buttons = listOf(part.actions).map((action) => toButton(action, number));
  return [
    ...(typeof media === 'string' ? [{ type: 'HEADER', format: 'IMAGE', text: number(media) }] : []),
    ...(header === '' ? [] : [{ type: 'HEADER', format: 'TEXT', text: number(header) }]),
    { type: 'BODY', text: number(textOf(part.body)) },
    ...(typeof part.footer === 'string' ? [{ type: 'FOOTER', text: part.footer }] : []),
    ...(buttons.length === 0 ? [] : [{ type: 'BUTTONS', buttons }]),
  ];
}

function toButton(action: Json, number: (text: string) => string): Json {
  const text = textOf(action.title);
  switch (action.type) {
    case 'URL':
      return { type: 'URL', text, url: number(textOf(action.url)) };
    case 'PHONE_NUMBER':
      return { type: 'PHONE_NUMBER', text, phone_number: textOf(action.phone) };
    default:
      return { type: 'QUICK_REPLY', text };
  }
}
