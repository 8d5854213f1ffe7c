// Templates at Infobip. Its definitions are one object where the Cloud API has a list of components.

import type { Asked } from '../ask-provider.ts';
import { asFields, asText } from '../cloud-api/graph-error.ts';
import type { ProviderFields } from '../provider.ts';
import { type Fields, listOf } from '../read-values.ts';
import type {
  ListedTemplate,
  NewTemplate,
  TemplateChange,
  TemplateComponent,
  TemplatePart,
} from '../template-part.ts';
import { askInfobip } from './ask.ts';
import { senderOf } from './fields.ts';

const pathOf = (fields: ProviderFields, rest = ''): string =>
  `whatsapp/2/senders/${encodeURIComponent(senderOf(fields))}/templates${rest}`;

const camelButtons: Readonly<Record<string, string>> = { phoneNumber: 'phone_number', flowId: 'flow_id' };

const toButton = (button: Fields): Fields =>
  Object.fromEntries(Object.entries(button).map(([name, value]) => [camelButtons[name] ?? name, value]));

const toComponents = (structure: Fields): TemplateComponent[] => {
  const header = asFields(structure.header);
  const body = asFields(structure.body);
  const footer = asFields(structure.footer);
  const buttons = listOf(structure.buttons).map(toButton);
  return [
    ...(header ? [{ ...header, type: 'HEADER', format: asText(header.format) ?? 'TEXT' }] : []),
    ...(body ? [{ type: 'BODY', text: asText(body.text) ?? '' }] : []),
    ...(footer ? [{ type: 'FOOTER', text: asText(footer.text) ?? '' }] : []),
    ...(buttons.length > 0 ? [{ type: 'BUTTONS', buttons }] : []),
  ];
};

const toListed = (template: Fields): ListedTemplate[] => {
  const name = asText(template.name);
  const language = asText(template.language);
  if (name === null || language === null) return [];
  return [
    {
      reference: asText(template.id) ?? name,
      name,
      language,
      status: (asText(template.status) ?? 'UNKNOWN').toUpperCase(),
      category: (asText(template.category) ?? '').toUpperCase(),
      quality: asText(template.quality),
      reason: asText(template.rejectionReason),
      parameterFormat: 'positional',
      components: toComponents(asFields(template.structure) ?? {}),
    },
  ];
};

/** The samples that the Cloud API keeps beside each text. */
const examplesOf = (component: TemplateComponent): unknown => {
  const example = asFields(component.example);
  const [texts] = Array.isArray(example?.body_text) ? example.body_text : [];
  return Array.isArray(texts) ? texts : undefined;
};

const toStructure = (components: readonly TemplateComponent[]): object => {
  const partOf = (type: string) => components.find((component) => component.type === type);
  const [header, body, footer, buttons] = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'].map(partOf);
  const examples = body && examplesOf(body);
  return {
    ...(header && {
      header: { format: header.format, ...(header.text !== undefined && { text: header.text }) },
    }),
    ...(body && { body: { text: body.text, ...(examples !== undefined && { examples }) } }),
    ...(footer && { footer: { text: footer.text } }),
    ...(buttons && {
      buttons: listOf(buttons.buttons).map(({ phone_number: phoneNumber, flow_id: flowId, ...rest }) => ({
        ...rest,
        ...(phoneNumber !== undefined && { phoneNumber }),
        ...(flowId !== undefined && { flowId }),
      })),
    }),
  };
};

const toChange = (asked: Asked, template: NewTemplate, reference: string | null): TemplateChange => {
  if (asked.kind === 'refused') return { kind: 'refused', failure: asked.failure };
  const { id, status, category } = asked.answer;
  return {
    kind: 'taken',
    reference: asText(id) ?? reference ?? template.name,
    status: (asText(status) ?? 'PENDING').toUpperCase(),
    category: asText(category),
  };
};

const toBody = ({ name, language, category, components }: NewTemplate): object => ({
  name,
  language,
  category,
  structure: toStructure(components),
});

export const infobipTemplates: TemplatePart = {
  // Templates belong to the number there.
  accountOf: senderOf,
  async list(http, fields) {
    const asked = await askInfobip(http, fields, 'GET', pathOf(fields));
    if (asked.kind === 'refused') return { kind: 'broken', failure: asked.failure };
    return { kind: 'listed', templates: listOf(asked.answer.templates).flatMap(toListed) };
  },
  async create(http, fields, template) {
    return toChange(await askInfobip(http, fields, 'POST', pathOf(fields), toBody(template)), template, null);
  },
  async edit(http, fields, reference, template) {
    const path = pathOf(fields, `/${encodeURIComponent(reference)}`);
    return toChange(await askInfobip(http, fields, 'PATCH', path, toBody(template)), template, reference);
  },
  async remove(http, fields, { name }) {
    const asked = await askInfobip(http, fields, 'DELETE', pathOf(fields, `/${encodeURIComponent(name)}`));
    return asked.kind === 'refused' ? { kind: 'refused', failure: asked.failure } : { kind: 'removed' };
  },
};
