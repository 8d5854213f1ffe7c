// The text of a template as the person reads it. Meta fills in the values on its side, so the phone screen does too.
import type { Template } from '../account/templates.ts';
import type { Json } from './check-value.ts';

export function renderTemplate(template: Template, given: readonly Json[]): string {
  return template.components
    .filter(({ text }) => typeof text === 'string')
    .map(({ type, text }) => {
      const match = given.find((component) => String(component.type).toUpperCase() === type);
      const parameters = Array.isArray(match?.parameters) ? (match.parameters as Json[]) : [];
      return fill(String(text), parameters);
    })
    .join('\n');
}

function fill(text: string, parameters: Json[]): string {
  return text.replace(/\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g, (braces, name: string) => {
    const parameter =
      parameters.find(({ parameter_name: other }) => other === name) ?? parameters[Number(name) - 1];
    return parameter ? textOf(parameter) : braces;
  });
}

function textOf(parameter: Json): string {
  if (typeof parameter.text === 'string') return parameter.text;
  const legacy = (parameter.currency ?? parameter.date_time) as Json | undefined;
  return String(legacy?.fallback_value ?? '');
}
