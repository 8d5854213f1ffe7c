// What the builder holds, and the template that becomes of it, in the words of WhatsApp.

import { variablesOf } from '@hudhud/contract/template-definition.ts';
import type { TemplateDraft } from '@hudhud/contract/template-rules.ts';
import type { Template } from '@hudhud/contract/templates.ts';
import { type FileDraft, noFile } from '../../../parts/compose/content-draft.ts';

export const buttonKinds = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE'] as const;
export type ButtonKind = (typeof buttonKinds)[number];

export interface ButtonValues {
  readonly key: string;
  readonly kind: ButtonKind;
  readonly text: string;
  /** The address, the number or the sample of a code. */
  readonly target: string;
  /** A sample of the end of an address with a variable. */
  readonly sample: string;
}

export const headerKinds = ['none', 'TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION'] as const;

export interface TemplateForm {
  readonly name: string;
  readonly language: string;
  readonly category: 'marketing' | 'utility' | 'authentication';
  readonly headerKind: (typeof headerKinds)[number];
  readonly header: string;
  /** The sample of a header with a file. */
  readonly headerFile: FileDraft;
  readonly body: string;
  readonly footer: string;
  readonly buttons: readonly ButtonValues[];
  /** By the name of the variable. */
  readonly samples: Readonly<Record<string, string>>;
}

export const emptyForm: TemplateForm = {
  name: '',
  language: 'en',
  category: 'utility',
  headerKind: 'none',
  header: '',
  headerFile: noFile,
  body: '',
  footer: '',
  buttons: [],
  samples: {},
};

/** Variables with names are told apart at a glance; numbers are for those who are used to them. */
const formatOf = ({ header, body }: TemplateForm): TemplateDraft['parameterFormat'] =>
  [...variablesOf(header), ...variablesOf(body)].some((name) => !/^\d+$/.test(name)) ? 'named' : 'positional';

export const variablesOfForm = ({ headerKind, header, body }: TemplateForm): string[] => [
  ...new Set([...(headerKind === 'TEXT' ? variablesOf(header) : []), ...variablesOf(body)]),
];

const exampleOf = (kind: 'header' | 'body', text: string, form: TemplateForm): object => {
  const names = variablesOf(text);
  if (names.length === 0 || names.some((name) => !form.samples[name])) return {};
  const samples = names.map((name) => form.samples[name] ?? '');
  if (formatOf(form) === 'named')
    return {
      example: {
        [`${kind}_text_named_params`]: names.map((name, index) => ({
          param_name: name,
          example: samples[index],
        })),
      },
    };
  return { example: { [`${kind}_text`]: kind === 'body' ? [samples] : samples } };
};

const toButton = ({ kind, text, target, sample }: ButtonValues): Record<string, unknown> => {
  switch (kind) {
    case 'URL':
      return { type: kind, text, url: target, ...(sample !== '' && { example: [sample] }) };
    case 'PHONE_NUMBER':
      return { type: kind, text, phone_number: target };
    case 'COPY_CODE':
      return { type: kind, example: target };
    default:
      return { type: kind, text };
  }
};

const codeComponents = (): TemplateDraft['components'] => [
  { type: 'BODY', add_security_recommendation: true },
  { type: 'FOOTER', code_expiration_minutes: 10 },
  { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy code' }] },
];

const fileExample = ({ headerKind, headerFile: { stored } }: TemplateForm): object =>
  headerKind !== 'LOCATION' && stored ? { example: { media: stored.id } } : {};

const toComponents = (form: TemplateForm): TemplateDraft['components'] => {
  if (form.category === 'authentication') return codeComponents();
  const { headerKind, header, body, footer, buttons } = form;
  return [
    ...(headerKind === 'none'
      ? []
      : [
          headerKind === 'TEXT'
            ? { type: 'HEADER', format: 'TEXT', text: header, ...exampleOf('header', header, form) }
            : { type: 'HEADER', format: headerKind, ...fileExample(form) },
        ]),
    { type: 'BODY', text: body, ...exampleOf('body', body, form) },
    ...(footer === '' ? [] : [{ type: 'FOOTER', text: footer }]),
    ...(buttons.length === 0 ? [] : [{ type: 'BUTTONS', buttons: buttons.map(toButton) }]),
  ];
};

/** As a request has them. */
export const toParts = (components: TemplateDraft['components']) =>
  components.map((part) => ({ ...part, type: String(part.type) }));

export const toDraft = (form: TemplateForm): TemplateDraft => ({
  name: form.name,
  language: form.language,
  category: form.category,
  parameterFormat: formatOf(form),
  components: toComponents(form),
});

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Samples by name, whichever of the two ways they were given. */
const samplesOf = (kind: 'header' | 'body', part: Fields): Record<string, string> => {
  const example = fieldsOf(part.example);
  const named = listOf(example[`${kind}_text_named_params`]).map(fieldsOf);
  const [first] = listOf(example[`${kind}_text`]);
  const numbered = Array.isArray(first) ? first : listOf(example[`${kind}_text`]);
  return Object.fromEntries([
    ...numbered.map((sample, index) => [String(index + 1), textOf(sample)]),
    ...named.map((one) => [textOf(one.param_name), textOf(one.example)]),
  ]);
};

const toButtonValues = (button: Fields, index: number): ButtonValues | null => {
  const kind = buttonKinds.find((one) => one === textOf(button.type).toUpperCase());
  if (!kind) return null;
  const targets = { URL: button.url, PHONE_NUMBER: button.phone_number, COPY_CODE: button.example };
  const [sample] = listOf(button.example);
  return {
    key: String(index),
    kind,
    text: textOf(button.text),
    target: kind === 'QUICK_REPLY' ? '' : textOf(targets[kind]),
    sample: textOf(sample),
  };
};

const formTypes = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'];

/** A template as the form shows it; null when it has parts that the form does not know. */
export const formOf = (template: Template): TemplateForm | null => {
  const parts = new Map(template.components.map((part) => [part.type.toUpperCase(), part as Fields]));
  const category = (['marketing', 'utility'] as const).find((one) => one === template.category);
  if (!category || [...parts.keys()].some((type) => !formTypes.includes(type))) return null;
  const [header, body, footer] = ['HEADER', 'BODY', 'FOOTER'].map((type) => parts.get(type) ?? {});
  const format = parts.has('HEADER') ? textOf(header?.format).toUpperCase() || 'TEXT' : 'none';
  const headerKind = headerKinds.find((kind) => kind === format);
  const buttons = listOf(parts.get('BUTTONS')?.buttons).map((one, index) =>
    toButtonValues(fieldsOf(one), index),
  );
  if (!headerKind || buttons.some((button) => button === null)) return null;
  return {
    ...emptyForm,
    name: template.name,
    language: template.language,
    category,
    headerKind,
    header: textOf(header?.text),
    body: textOf(body?.text),
    footer: textOf(footer?.text),
    buttons: buttons.filter((button) => button !== null),
    samples: { ...samplesOf('header', header ?? {}), ...samplesOf('body', body ?? {}) },
  };
};
