// The templates that can be sent, and the values that one of them takes, as the gateway has them from WhatsApp: the editor
// shows a field for each.

import type {
  IDataObject,
  ILoadOptionsFunctions,
  INodePropertyOptions,
  ResourceMapperFields,
} from '../../n8n-types';

interface TemplateField {
  readonly kind: string;
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  readonly card?: number;
}

interface Template {
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly fields: readonly TemplateField[];
}

/** A name has no spaces, so it is one text with its language behind it. */
const keyOfTemplate = ({ name, language }: Pick<Template, 'name' | 'language'>): string =>
  `${name} ${language}`;

/** Without a language, which an expression may leave out, the gateway chooses. */
export const readTemplateKey = (key: string): { name: string; language?: string } => {
  const [name = '', language] = key.trim().split(/\s+/);
  return language === undefined ? { name } : { name, language };
};

/** Distinguishes a field of a template from all others. */
export const keyOfField = ({ kind, name, card }: Pick<TemplateField, 'kind' | 'name' | 'card'>): string =>
  `${card === undefined ? '' : `card${card}.`}${kind}.${name}`;

async function readTemplates(context: ILoadOptionsFunctions, query: IDataObject): Promise<Template[]> {
  const { baseUrl } = await context.getCredentials('hudhudApi');
  const found: Template[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = (await context.helpers.httpRequestWithAuthentication('hudhudApi', {
      method: 'GET',
      url: `${String(baseUrl).replace(/\/+$/, '')}/api/v1/templates`,
      qs: { limit: 200, status: 'approved', ...query, ...(cursor === '' ? {} : { cursor }) },
      json: true,
    })) as { data: Template[]; next_cursor: string | null };
    found.push(...page.data);
    cursor = page.next_cursor;
  }
  return found;
}

export async function getTemplates(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const templates = await readTemplates(this, {});
  return templates
    .map((template) => ({
      name: `${template.name} (${template.language}, ${template.category})`,
      value: keyOfTemplate(template),
    }))
    .sort((one, two) => (one.name < two.name ? -1 : 1));
}

export async function getTemplateFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
  const { name, language } = readTemplateKey(String(this.getNodeParameter('template', '')));
  if (name === '') return { fields: [] };
  const known = await readTemplates(this, { name, ...(language === undefined ? {} : { language }) });
  const template = known.find((one) => one.name === name);
  return {
    fields: (template?.fields ?? []).map((field) => ({
      id: keyOfField(field),
      displayName: field.label,
      required: field.required,
      defaultMatch: false,
      canBeUsedToMatch: false,
      display: true,
      type: 'string',
    })),
  };
}
