// Templates as the Cloud API writes them, in a list and in the request that makes one.

import type { ListedTemplate, NewTemplate, TemplateComponent } from '../template-part.ts';
import { asFields, asText } from './graph-error.ts';
import { upper } from './read-values.ts';

/** The fields that a list must request. */
export const templateFields =
  'id,name,language,status,category,components,quality_score,parameter_format,rejected_reason';

/** A word that says nothing is none. */
const said = (value: unknown): string | null => {
  const text = upper(value);
  return text === '' || text === 'NONE' || text === 'UNKNOWN' ? null : text;
};

/** Null for an entry that names no template. */
export const readListedTemplate = (value: unknown): ListedTemplate | null => {
  const raw = asFields(value);
  const [name, language] = [asText(raw?.name), asText(raw?.language)];
  if (!raw || !name || !language) return null;
  return {
    reference: asText(raw.id) ?? `${name}/${language}`,
    name,
    language: language.replace('-', '_'),
    status: upper(raw.status) || 'UNKNOWN',
    category: upper(raw.category) || 'MARKETING',
    quality: said(asFields(raw.quality_score)?.score ?? raw.quality_score),
    reason: said(raw.rejected_reason),
    parameterFormat: upper(raw.parameter_format) === 'NAMED' ? 'named' : 'positional',
    components: Array.isArray(raw.components)
      ? (raw.components.filter((part) => asFields(part) !== null) as TemplateComponent[])
      : [],
  };
};

export const toTemplateBody = (template: NewTemplate): object => ({
  name: template.name,
  language: template.language,
  category: template.category,
  parameter_format: template.parameterFormat.toUpperCase(),
  components: template.components,
});
