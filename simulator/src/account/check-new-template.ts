// Meta's checks when a template is created: names, categories, texts that are too long, placeholders that are out
// of order, without examples, or at the edge of the text.
import { type GraphError, graphError } from '../cloud/graph-error.ts';
import { asObject, type Json } from '../message/check-value.ts';
import { typeOfSample } from './samples.ts';
import { variablesOf } from './template-variables.ts';
import type { TemplateInput } from './templates.ts';

export type CheckedTemplate =
  | { kind: 'template'; input: TemplateInput }
  | { kind: 'refused'; error: GraphError };

const componentTypes = [
  'HEADER',
  'BODY',
  'FOOTER',
  'BUTTONS',
  'CAROUSEL',
  'LIMITED_TIME_OFFER',
  'CALL_PERMISSION_REQUEST',
];
const textMax: Record<string, number> = { HEADER: 60, BODY: 1_024, FOOTER: 60 };
const subcodes: Record<string, number> = { HEADER: 2388047, BODY: 2388072, FOOTER: 2388073 };

export function checkNewTemplate(body: Json): CheckedTemplate {
  const { name, language, category } = body;
  if (typeof name !== 'string' || !/^[a-z0-9_]{1,512}$/.test(name)) {
    return refused('name must be lowercase letters, digits and underscores, at most 512 characters');
  }
  if (typeof language !== 'string' || !/^[a-z]{2,3}(_[A-Za-z0-9]{2,4})?$/.test(language)) {
    return refused('language must be a locale such as en_US');
  }
  const upperCategory = String(category).toUpperCase();
  if (!['AUTHENTICATION', 'MARKETING', 'UTILITY'].includes(upperCategory)) {
    return refused('category must be one of {AUTHENTICATION, MARKETING, UTILITY}');
  }
  const format = String(body.parameter_format ?? 'POSITIONAL').toUpperCase();
  if (format !== 'POSITIONAL' && format !== 'NAMED') {
    return refused('parameter_format must be one of {POSITIONAL, NAMED}');
  }
  const components = readComponents(body.components, format, upperCategory);
  if (components.kind === 'refused') return components;
  return {
    kind: 'template',
    input: {
      name,
      language,
      category: upperCategory,
      parameterFormat: format,
      components: components.components,
    },
  };
}

type Components = { kind: 'components'; components: Json[] } | { kind: 'refused'; error: GraphError };

export function readComponents(
  value: unknown,
  format: TemplateInput['parameterFormat'],
  category: string,
): Components {
  if (!Array.isArray(value)) return refused('components must be an array');
  const components: Json[] = [];
  for (const member of value) {
    const part = asObject(member);
    const type = String(part?.type).toUpperCase();
    if (!part || !componentTypes.includes(type)) {
      return refused(`component type must be one of {${componentTypes.join(', ')}}`);
    }
    const reason = category === 'AUTHENTICATION' ? null : checkComponent(type, part, format);
    if (reason) return refused(reason, subcodes[type]);
    components.push({ ...part, type });
  }
  if (!components.some(({ type }) => type === 'BODY')) return refused('a BODY component is required');
  return { kind: 'components', components };
}

function checkComponent(type: string, part: Json, format: string): string | null {
  if (type === 'BUTTONS') return checkButtons(part.buttons);
  const headerFormat = String(part.format ?? 'TEXT').toUpperCase();
  if (type === 'HEADER' && headerFormat !== 'TEXT') return checkSample(headerFormat, part);
  const max = textMax[type];
  if (max === undefined) return null;
  const { text } = part;
  if (typeof text !== 'string' || text === '') return `${type} needs a text`;
  if (text.length > max) return `${type} text must be at most ${max} characters`;
  return checkVariables(type, text, part, format);
}

const sampleTypes: Record<string, string> = {
  IMAGE: 'image/',
  VIDEO: 'video/',
  GIF: 'video/',
  DOCUMENT: 'application/',
};

function checkSample(format: string, part: Json): string | null {
  const expected = sampleTypes[format];
  if (expected === undefined) return null;
  const handles = asObject(part.example)?.header_handle;
  const type = typeOfSample(Array.isArray(handles) ? handles[0] : undefined);
  if (type === null) return `HEADER of the format ${format} needs an example with a valid header_handle`;
  return type.startsWith(expected) ? null : `the example of the HEADER is ${type}, not ${format}`;
}

function checkVariables(type: string, text: string, part: Json, format: string): string | null {
  const names = variablesOf(text);
  if (names.length === 0) return /\{\{|\}\}/.test(text) ? `${type} has malformed braces` : null;
  if (type === 'FOOTER') return 'FOOTER takes no variables';
  if (type === 'HEADER' && names.length > 1) return 'HEADER takes one variable at most';
  const isPositional = names.every((name, index) => name === String(index + 1));
  if (format === 'POSITIONAL' && !isPositional) return `${type} variables must be {{1}}, {{2}}, ...`;
  if (format === 'NAMED' && !names.every((name) => /^[a-z][a-z0-9_]*$/.test(name))) {
    return `${type} variables must be lowercase names`;
  }
  if (type === 'BODY' && /^\s*\{\{|\}\}\s*$/.test(text)) {
    return 'BODY cannot begin or end with a variable';
  }
  if (/\}\}\s*\{\{/.test(text)) return `${type} has two variables side by side`;
  return asObject(part.example) ? null : `${type} with variables needs an example`;
}

function checkButtons(value: unknown): string | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > 10) {
    return 'BUTTONS takes between 1 and 10 buttons';
  }
  const types = value.map((button) => String(asObject(button)?.type).toUpperCase());
  const most = { URL: 2, PHONE_NUMBER: 1, COPY_CODE: 1 };
  for (const [type, max] of Object.entries(most)) {
    if (types.filter((other) => other === type).length > max) return `at most ${max} ${type} buttons`;
  }
  // Quick replies stand together: all first, or all last.
  const changes = types.filter(
    (type, index) => index > 0 && (type === 'QUICK_REPLY') !== (types[index - 1] === 'QUICK_REPLY'),
  );
  if (changes.length > 1) return 'quick replies must not be interleaved with other buttons';
  const long = value.some((button) => String(asObject(button)?.text ?? '').length > 25);
  return long ? 'button text must be at most 25 characters' : null;
}

function refused(details: string, subcode?: number): { kind: 'refused'; error: GraphError } {
  return { kind: 'refused', error: { ...graphError(100, details), subcode: subcode ?? null } };
}
