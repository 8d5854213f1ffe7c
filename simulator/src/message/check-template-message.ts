// Template messages against the template they name: it exists, is approved, and gets exactly the values it has places
// for.
import type { Template, Templates } from '../account/templates.ts';
import { type GraphError, graphError } from '../cloud/graph-error.ts';
import { checkParameters } from './check-template-parameters.ts';
import { checkKeys, checkList, checkObject, checkText, type Json, type Problem } from './check-value.ts';
import { type RenderedTemplate, renderTemplate, textOfTemplate } from './render-template.ts';
import { listOf } from './template-components.ts';

export type CheckedTemplateMessage =
  | { kind: 'template'; template: Template; text: string; rendered: RenderedTemplate }
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
  const components = listOf(part.components);
  const template = templates.find(wabaId, name, language);
  const error = template
    ? (checkStatus(template) ?? checkParameters(template, components))
    : graphError(132001, `template name (${name}) does not exist in ${language}`);
  if (!template || error) return { kind: 'refused', error: error ?? graphError(132001) };
  const rendered = renderTemplate(template, components);
  if (rendered.body.length > 1_024 || (rendered.header?.text?.length ?? 0) > 60) {
    return { kind: 'refused', error: graphError(132005, 'The hydrated text is too long.') };
  }
  return { kind: 'template', template, text: textOfTemplate(rendered), rendered };
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
