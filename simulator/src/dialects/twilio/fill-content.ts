// A Content with its values, as a message of the Cloud API: of a template when it was approved, else as it is.
import { variablesOf } from '../../account/template-variables.ts';
import { asObject, type Json } from '../../message/check-value.ts';
import type { Content } from './content.ts';
import { toComponents } from './content-types.ts';
import { type FillContent, mediaOf } from './translate-message.ts';

type Filled = ReturnType<FillContent>;
type Values = Readonly<Record<string, string>>;

const filled = (message: Json): Filled => ({ kind: 'filled', message });

export function fillContent(content: Content, given: Values): Filled {
  // Twilio puts the sample into what a send leaves out.
  const values: Values = { ...content.variables, ...given };
  if (content.template) return filled(templateMessage(content, values));
  const [type = '', whole] = Object.entries(content.types)[0] ?? [];
  const part = fillTexts(asObject(whole) ?? {}, values);
  const make = makers[type];
  return make ? filled(make(part)) : { kind: 'refused', code: 63030 };
}

function templateMessage({ types, template }: Content, values: Values): Json {
  const components = toComponents(types, false).flatMap((component): Json[] => {
    if (component.type === 'BUTTONS') return buttonParameters(component, values);
    const parameters = variablesOf(String(component.text ?? '')).map((name) =>
      parameterOf(component, values[name]),
    );
    if (parameters.length === 0) return [];
    return [{ type: String(component.type).toLowerCase(), parameters }];
  });
  const { name, language } = template ?? {};
  return {
    type: 'template',
    template: { name, language: { code: language }, ...(components.length > 0 && { components }) },
  };
}

function parameterOf({ type, format }: Json, value = ''): Json {
  if (type === 'HEADER' && format === 'IMAGE') return { type: 'image', image: { link: value } };
  return { type: 'text', text: value };
}

function buttonParameters({ buttons }: Json, values: Values): Json[] {
  return (buttons as Json[]).flatMap(({ url }, index) => {
    const [name] = variablesOf(String(url ?? ''));
    if (name === undefined) return [];
    const parameters = [{ type: 'text', text: values[name] ?? '' }];
    return [{ type: 'button', sub_type: 'url', index: String(index), parameters }];
  });
}

/** Every text of a part, however deep, with its variables filled. */
function fillTexts(part: Json, values: Values): Json {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') {
      return value.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => values[name] ?? whole);
    }
    if (Array.isArray(value)) return value.map(fill);
    const object = asObject(value);
    return object ? fillTexts(object, values) : value;
  };
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, fill(value)]));
}

const replyButtons = (actions: unknown): Json[] =>
  (Array.isArray(actions) ? actions : []).map((action: Json) => ({
    type: 'reply',
    reply: { id: action.id, title: action.title },
  }));

function interactive(type: string, part: Json, action: Json): Json {
  const [link] = Array.isArray(part.media) ? part.media : [];
  return {
    type: 'interactive',
    interactive: {
      type,
      ...(typeof part.header_text === 'string' && { header: { type: 'text', text: part.header_text } }),
      ...(typeof link === 'string' && { header: { type: 'image', image: { link } } }),
      body: { text: part.body },
      ...(typeof part.footer === 'string' && { footer: { text: part.footer } }),
      action,
    },
  };
}

function withActions(part: Json): Json {
  const [first] = Array.isArray(part.actions) ? (part.actions as Json[]) : [];
  if (first?.type !== 'URL') return interactive('button', part, { buttons: replyButtons(part.actions) });
  const parameters = { display_text: first.title, url: first.url };
  return interactive('cta_url', part, { name: 'cta_url', parameters });
}

const makers: Readonly<Record<string, (part: Json) => Json>> = {
  'twilio/text': (part) => ({ type: 'text', text: { body: part.body } }),
  'twilio/media': (part) =>
    mediaOf(String(Array.isArray(part.media) ? part.media[0] : ''), String(part.body ?? '')),
  'twilio/location': ({ latitude, longitude, label }) => ({
    type: 'location',
    location: { latitude: Number(latitude), longitude: Number(longitude), name: label },
  }),
  'twilio/quick-reply': withActions,
  'twilio/call-to-action': withActions,
  'whatsapp/card': withActions,
  'twilio/list-picker': (part) =>
    interactive('list', part, {
      button: part.button,
      sections: [
        {
          rows: (Array.isArray(part.items) ? part.items : []).map((row: Json) => ({
            id: row.id,
            title: row.item,
            ...(typeof row.description === 'string' && { description: row.description }),
          })),
        },
      ],
    }),
};
