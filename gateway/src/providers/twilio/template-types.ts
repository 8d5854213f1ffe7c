// A template in Twilio's types and in the components of the Cloud API.

import { asFields, asText } from '../cloud-api/graph-error.ts';
import type { Fields } from '../read-values.ts';
import type { NewTemplate, TemplateComponent } from '../template-part.ts';
import { type TemplatePlaces, variablesIn } from './template-reference.ts';

const fieldsIn = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.flatMap((part: unknown): Fields[] => [asFields(part) ?? {}]) : [];

const buttonTypes: Readonly<Record<string, string>> = {
  URL: 'URL',
  PHONE_NUMBER: 'PHONE_NUMBER',
  COPY_CODE: 'COPY_CODE',
};

const toButton = (action: Fields): Fields => {
  const type = buttonTypes[asText(action.type) ?? ''] ?? 'QUICK_REPLY';
  return {
    type,
    text: asText(action.title) ?? '',
    ...(type === 'URL' && { url: asText(action.url) ?? '' }),
    ...(type === 'PHONE_NUMBER' && { phone_number: asText(action.phone) ?? '' }),
    ...(type === 'COPY_CODE' && { example: asText(action.code) ?? '' }),
  };
};

/** A file's address ends in its variable, or is one. */
const mediaPlace = (address: string | null): TemplatePlaces['media'] => {
  const match = address?.match(/^(.*)\{\{\s*([A-Za-z0-9_]+)\s*\}\}$/);
  return match ? { prefix: match[1] ?? '', name: match[2] ?? '' } : null;
};

const mediaFormat = (address: string): string => {
  if (/\.(mp4|3gp)(\?|$)/i.test(address)) return 'VIDEO';
  return /\.(pdf|docx?|xlsx?|pptx?|txt)(\?|$)/i.test(address) ? 'DOCUMENT' : 'IMAGE';
};

export interface KnownTemplate {
  readonly components: readonly TemplateComponent[];
  readonly places: TemplatePlaces;
}

/** The components keep the variables as Twilio names them. */
export const toComponents = (types: Fields, sid: string): KnownTemplate => {
  // A Content may have types for other channels beside that of WhatsApp.
  const chosen =
    Object.entries(types).find(([type]) => type.startsWith('whatsapp/')) ?? Object.entries(types)[0];
  const part = asFields(chosen?.[1]) ?? {};
  const address = Array.isArray(part.media) ? asText(part.media[0]) : null;
  const header = asText(part.header_text);
  const body = asText(part.body) ?? '';
  const footer = asText(part.footer);
  const actions = fieldsIn(part.actions);
  const buttons = actions.map(toButton);
  const components: TemplateComponent[] = [
    ...(address === null ? [] : [{ type: 'HEADER', format: mediaFormat(address) }]),
    ...(header === null ? [] : [{ type: 'HEADER', format: 'TEXT', text: header }]),
    { type: 'BODY', text: body },
    ...(footer === null ? [] : [{ type: 'FOOTER', text: footer }]),
    ...(buttons.length === 0 ? [] : [{ type: 'BUTTONS', buttons }]),
  ];
  const variableButtons = actions.flatMap((action, index) => {
    const [name] = variablesIn(asText(action.url) ?? asText(action.code) ?? asText(action.id) ?? '');
    return name === undefined ? [] : [[String(index), name] as const];
  });
  return {
    components,
    places: {
      sid,
      header: variablesIn(header ?? ''),
      body: variablesIn(body),
      media: mediaPlace(address),
      buttons: Object.fromEntries(variableButtons),
    },
  };
};

export type NewTypes =
  | { readonly kind: 'types'; readonly types: Fields; readonly samples: Readonly<Record<string, string>> }
  | { readonly kind: 'refused'; readonly detail: string };

/** Numbers the variables through, and keeps a sample for each. */
const createNumbering = () => {
  const samples: Record<string, string> = {};
  const number = (text: string, examples: readonly string[]): string => {
    const names = variablesIn(text);
    const first = Object.keys(samples).length + 1;
    names.forEach((_name, index) => {
      samples[String(first + index)] = examples[index] ?? 'sample';
    });
    return text.replaceAll(
      /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g,
      (_whole, name: string) => `{{${first + names.indexOf(name)}}}`,
    );
  };
  return { samples, number };
};

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.flat(2).flatMap((part: unknown) => asText(part) ?? []) : [];

/** Examples of a component, in the order of its variables. */
const examplesOf = (component: TemplateComponent): string[] => {
  const example = asFields(component.example) ?? {};
  const named = fieldsIn(example.body_text_named_params ?? example.header_text_named_params);
  if (named.length > 0) return named.map((part) => asText(part.example) ?? 'sample');
  return textsIn(example.body_text ?? example.header_text ?? component.example);
};

type Numbering = ReturnType<typeof createNumbering>;

const toAction = (button: Fields, { number }: Numbering): Fields => {
  const title = asText(button.text) ?? '';
  switch (button.type) {
    case 'URL':
      return { type: 'URL', title, url: number(asText(button.url) ?? '', textsIn(button.example)) };
    case 'PHONE_NUMBER':
      return { type: 'PHONE_NUMBER', title, phone: asText(button.phone_number) ?? '' };
    default:
      return { type: 'QUICK_REPLY', title, id: title };
  }
};

const chooseType = (part: Fields, actions: readonly Fields[]): string => {
  const isPlain = part.header_text === undefined && part.footer === undefined;
  if (!isPlain) return 'whatsapp/card';
  if (actions.length === 0) return 'twilio/text';
  return actions.every(({ type }) => type === 'QUICK_REPLY') ? 'twilio/quick-reply' : 'twilio/call-to-action';
};

export const toTypes = ({ category, components }: NewTemplate): NewTypes => {
  if (category.toUpperCase() === 'AUTHENTICATION') {
    return { kind: 'refused', detail: 'Twilio makes templates for codes by a form of its own.' };
  }
  const find = (type: string) => components.find((component) => component.type === type);
  const odd = components.find(({ type }) => !['HEADER', 'BODY', 'FOOTER', 'BUTTONS'].includes(type));
  if (odd)
    return { kind: 'refused', detail: `A template with ${odd.type} cannot be made at Twilio from here.` };
  const header = find('HEADER');
  if (header && header.format !== undefined && header.format !== 'TEXT') {
    return { kind: 'refused', detail: 'A template with a file cannot be made at Twilio from here.' };
  }
  const numbering = createNumbering();
  const text = (component: TemplateComponent | undefined): string | null =>
    component ? numbering.number(asText(component.text) ?? '', examplesOf(component)) : null;
  const headerText = text(header);
  const body = text(find('BODY')) ?? '';
  const footer = asText(find('FOOTER')?.text);
  const actions = fieldsIn(find('BUTTONS')?.buttons).map((button) => toAction(button, numbering));
  const part = {
    body,
    ...(headerText !== null && { header_text: headerText }),
    ...(footer !== null && { footer }),
    ...(actions.length > 0 && { actions }),
  };
  return { kind: 'types', types: { [chooseType(part, actions)]: part }, samples: numbering.samples };
};
