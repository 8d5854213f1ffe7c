// Templates at Vonage, which passes on WhatsApp's own: their fields are those of the Cloud API.

import type { Asked } from '../ask-provider.ts';
import { asText } from '../cloud-api/graph-error.ts';
import { ownFailure } from '../own-failure.ts';
import type { Failure, ProviderFields } from '../provider.ts';
import { type Fields, listOf } from '../read-values.ts';
import type {
  ListedTemplate,
  NewTemplate,
  TemplateChange,
  TemplateComponent,
  TemplatePart,
} from '../template-part.ts';
import { askVonage } from './ask.ts';
import { field, vonageUrl } from './fields.ts';

export const templatesUrl = (fields: ProviderFields, rest = ''): string => {
  const account = encodeURIComponent(field(fields, 'waba_id'));
  return vonageUrl(fields, 'templates_url', `v2/whatsapp-manager/wabas/${account}/templates${rest}`);
};

const noAccount: Failure = ownFailure(
  'waba_id_missing',
  'The sender has no WhatsApp business account id.',
  'Templates belong to a WhatsApp business account, and the sender names none.',
  'Put the id of the account into the sender.',
);

const isComponent = (part: Fields): part is TemplateComponent => typeof part.type === 'string';

const toListed = (template: Fields): ListedTemplate[] => {
  const name = asText(template.name);
  const language = asText(template.language);
  if (name === null || language === null) return [];
  return [
    {
      reference: asText(template.id) ?? asText(template.template_id) ?? name,
      name,
      language,
      status: (asText(template.status) ?? 'UNKNOWN').toUpperCase(),
      category: (asText(template.category) ?? '').toUpperCase(),
      quality: null,
      reason: asText(template.rejected_reason),
      parameterFormat: template.parameter_format === 'NAMED' ? 'named' : 'positional',
      components: listOf(template.components).filter(isComponent),
    },
  ];
};

const toChange = (asked: Asked, { name }: NewTemplate, reference: string | null): TemplateChange => {
  if (asked.kind === 'refused') return { kind: 'refused', failure: asked.failure };
  const { id, template_id: templateId, status, category } = asked.answer;
  return {
    kind: 'taken',
    reference: asText(id) ?? asText(templateId) ?? reference ?? name,
    status: (asText(status) ?? 'PENDING').toUpperCase(),
    category: asText(category),
  };
};

const toBody = ({ name, language, category, parameterFormat, components }: NewTemplate): object => ({
  name,
  language,
  category,
  parameter_format: parameterFormat.toUpperCase(),
  components,
});

const hasAccount = (fields: ProviderFields): boolean => field(fields, 'waba_id') !== '';

export const vonageTemplates: TemplatePart = {
  accountOf: (fields) => field(fields, 'waba_id'),
  async list(http, fields) {
    if (!hasAccount(fields)) return { kind: 'broken', failure: noAccount };
    const asked = await askVonage(http, fields, 'GET', templatesUrl(fields));
    if (asked.kind === 'refused') return { kind: 'broken', failure: asked.failure };
    return { kind: 'listed', templates: listOf(asked.answer.templates).flatMap(toListed) };
  },
  async create(http, fields, template) {
    if (!hasAccount(fields)) return { kind: 'refused', failure: noAccount };
    const asked = await askVonage(http, fields, 'POST', templatesUrl(fields), toBody(template));
    return toChange(asked, template, null);
  },
  async edit(http, fields, reference, template) {
    if (!hasAccount(fields)) return { kind: 'refused', failure: noAccount };
    const url = templatesUrl(fields, `/${encodeURIComponent(reference)}`);
    return toChange(await askVonage(http, fields, 'PUT', url, toBody(template)), template, reference);
  },
  async remove(http, fields, { reference }) {
    if (!hasAccount(fields)) return { kind: 'refused', failure: noAccount };
    const url = templatesUrl(fields, `/${encodeURIComponent(reference)}`);
    const asked = await askVonage(http, fields, 'DELETE', url);
    return asked.kind === 'refused' ? { kind: 'refused', failure: asked.failure } : { kind: 'removed' };
  },
};
