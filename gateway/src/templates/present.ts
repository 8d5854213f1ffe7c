// Template rows as the outside sees them, and what a template takes when it is sent.

import { type DefinedPart, readDefinition } from '@hudhud/contract/template-definition.ts';
import type { Template, TemplateField, TemplateHistory } from '@hudhud/contract/templates.ts';
import { toPublicId } from '../platform/ids.ts';
import { isJsonObject, type JsonObject } from '../platform/json.ts';
import type { Sender } from '../senders/directory.ts';
import type { ChangeRow, TemplateRow } from './queries.ts';
import { accountOf } from './template.ts';

/** The samples of a text, by the names of its variables. */
const samplesOf = (components: readonly JsonObject[], type: 'HEADER' | 'BODY', names: readonly string[]) => {
  const part = components.find((component) => String(component.type).toUpperCase() === type);
  const example = isJsonObject(part?.example) ? part.example : {};
  const kind = type.toLowerCase();
  const rows = example[`${kind}_text`];
  const numbered = Array.isArray(rows) ? (Array.isArray(rows[0]) ? rows[0] : rows) : [];
  const named = example[`${kind}_text_named_params`];
  const byName = new Map(
    (Array.isArray(named) ? named.filter(isJsonObject) : []).map((one) => [one.param_name, one.example]),
  );
  return (name: string): { example?: string } => {
    const sample = byName.get(name) ?? numbered[names.indexOf(name)];
    return typeof sample === 'string' ? { example: sample } : {};
  };
};

const fieldsOfPart = (
  part: DefinedPart,
  components: readonly JsonObject[],
  isAuthentication: boolean,
): TemplateField[] => {
  const { header } = part;
  const headerSample = samplesOf(components, 'HEADER', header?.variables ?? []);
  const bodySample = samplesOf(components, 'BODY', part.variables);
  const [headerVariable] = header?.variables ?? [];
  const needsHeader = header !== null && (header.kind !== 'text' || headerVariable !== undefined);
  return [
    ...(needsHeader
      ? [
          {
            kind: 'header',
            name: header.kind,
            label: headerVariable ?? header.kind,
            required: true,
            ...(headerVariable !== undefined && headerSample(headerVariable)),
          } as const,
        ]
      : []),
    ...part.variables.map(
      (name) =>
        ({
          kind: 'variable',
          name,
          label: isAuthentication ? 'code' : name,
          required: true,
          ...bodySample(name),
        }) as const,
    ),
    ...part.buttons
      .filter(({ takesValue }) => takesValue)
      .map(
        ({ index, text, needsValue }) =>
          ({ kind: 'button', name: String(index), label: text, required: needsValue }) as const,
      ),
  ];
};

const fieldsOf = ({
  components,
  category,
}: Pick<TemplateRow, 'components' | 'category'>): TemplateField[] => {
  const definition = readDefinition(components, category);
  return [
    ...fieldsOfPart(definition, components, definition.isAuthentication),
    ...(definition.offer?.hasExpiry
      ? [
          {
            kind: 'offer_expires_at',
            name: 'offer_expires_at',
            label: definition.offer.text,
            required: true,
          } as const,
        ]
      : []),
    ...(definition.cards ?? []).flatMap((card, index) =>
      fieldsOfPart(card, [], false).map((field) => ({ ...field, card: index })),
    ),
  ];
};

export const presentTemplate = (row: TemplateRow, senders: readonly Sender[]): Template => ({
  id: toPublicId('template', row.id),
  name: row.name,
  language: row.language,
  category: row.category,
  next_category: row.next_category,
  next_category_at: row.next_category_at?.toISOString() ?? null,
  status: row.status,
  reason: row.reason,
  quality: row.quality,
  parameter_format: row.parameter_format,
  components: row.components.map((component) => ({ ...component })),
  fields: fieldsOf(row),
  provider: row.provider,
  account: row.account,
  sender_ids: senders
    .filter((sender) => sender.provider.name === row.provider && accountOf(sender) === row.account)
    .map(({ publicId }) => publicId),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const presentHistory = (rows: readonly ChangeRow[]): TemplateHistory => ({
  data: rows.map(({ field, before, after, reason, source, at }) => ({
    field,
    before,
    after,
    reason,
    source: source as 'sync' | 'callback' | 'person',
    at: at.toISOString(),
  })),
});
