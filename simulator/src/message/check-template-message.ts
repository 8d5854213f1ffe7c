// Template messages against the template they name: it exists, is approved, and gets exactly the values it has places
// for.
import { variablesOf } from '../account/check-new-template.ts';
import type { Template, Templates } from '../account/templates.ts';
import { type GraphError, graphError } from '../cloud/graph-error.ts';
import {
  asObject,
  checkKeys,
  checkList,
  checkObject,
  checkText,
  type Json,
  type Problem,
} from './check-value.ts';
import { renderTemplate } from './render-template.ts';

export type CheckedTemplateMessage =
  | { kind: 'template'; template: Template; text: string }
  | { kind: 'refused'; error: GraphError };

export function checkTemplateMessage(
  part: Json,
  wabaId: string,
  templates: Templates,
): CheckedTemplateMessage {
  const shape = checkShape(part);
  if (shape) return { kind: 'refused', error: shape };
  const name = part.name as string;
  const language = (part.language as Json).code as string;
  const template = templates.find(wabaId, name, language);
  const error = template
    ? (checkStatus(template) ?? checkParameters(template, componentsOf(part)))
    : graphError(132001, `template name (${name}) does not exist in ${language}`);
  if (!template || error) return { kind: 'refused', error: error ?? graphError(132001) };
  const text = renderTemplate(template, componentsOf(part));
  if (text.length > 1_024 + 60 + 60) {
    return { kind: 'refused', error: graphError(132005, 'The hydrated text is too long.') };
  }
  return { kind: 'template', template, text };
}

function checkShape(part: Json): Problem {
  return (
    checkKeys(part, 'template', ['name', 'namespace', 'language', 'components']) ??
    checkText(part.name, "template['name']", { max: 512 }) ??
    checkObject(part.language, "template['language']", ({ code }, at) =>
      checkText(code, `${at}['code']`, { max: 20 }),
    ) ??
    (part.components === undefined
      ? null
      : checkList(part.components, "template['components']", { min: 0, max: 20 }, (member, at) =>
          checkObject(member, at, (component) =>
            checkKeys(component, at, ['type', 'sub_type', 'index', 'parameters', 'cards']),
          ),
        ))
  );
}

function checkStatus({ status, name }: Template): Problem {
  if (status === 'APPROVED') return null;
  if (status === 'PAUSED') return graphError(132015, `Template ${name} is paused.`);
  if (status === 'DISABLED') return graphError(132016, `Template ${name} is disabled.`);
  return graphError(132001, `Template ${name} is not approved: ${status}.`);
}

export function componentsOf(part: Json): Json[] {
  return Array.isArray(part.components) ? (part.components as Json[]) : [];
}

function checkParameters(template: Template, given: Json[]): Problem {
  if (template.category === 'AUTHENTICATION') return null;
  for (const component of template.components) {
    const type = String(component.type).toLowerCase();
    if (type !== 'header' && type !== 'body') continue;
    const match = given.find((other) => String(other.type).toLowerCase() === type);
    const parameters = Array.isArray(match?.parameters) ? (match.parameters as Json[]) : [];
    const problem = isMediaHeader(component)
      ? checkMediaHeader(component, parameters)
      : checkTexts(type, variablesOf(String(component.text ?? '')), parameters, template);
    if (problem) return problem;
  }
  return null;
}

function isMediaHeader({ type, format }: Json): boolean {
  return type === 'HEADER' && String(format ?? 'TEXT').toUpperCase() !== 'TEXT';
}

function checkMediaHeader(component: Json, parameters: Json[]): Problem {
  const expected = String(component.format).toLowerCase();
  const [parameter] = parameters;
  return parameters.length === 1 && parameter?.type === expected && asObject(parameter[expected])
    ? null
    : graphError(132012, `header: Format mismatch, expected ${expected.toUpperCase()}`);
}

function checkTexts(type: string, expected: string[], given: Json[], template: Template): Problem {
  if (given.length !== expected.length) {
    return graphError(
      132000,
      `${type}: number of localizable_params (${given.length}) does not match the expected number of params (${expected.length})`,
    );
  }
  for (const parameter of given) {
    const { type: kind, text, parameter_name: name } = parameter;
    if (template.parameterFormat === 'NAMED' && !expected.includes(String(name))) {
      return graphError(132012, `${type}: Parameter name is missing or empty`);
    }
    if (kind === 'text' && (typeof text !== 'string' || text === '')) {
      return graphError(131008, `${type}: text parameter needs a text`);
    }
    if (typeof text === 'string' && /[\n\t]| {5,}/.test(text)) {
      return graphError(
        132012,
        `${type}: Param text cannot have new-line/tab characters or more than 4 consecutive spaces`,
      );
    }
  }
  return null;
}
