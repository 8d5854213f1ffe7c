// The template of a campaign: which one it is, which values it needs of everybody, and whether WhatsApp still sends it. A
// variable that the campaign gives no text for is taken from each person, by its name.

import type { PauseReason } from '@hudhud/contract/campaigns.ts';
import type { ContentOf, TemplateRequest } from '@hudhud/contract/content.ts';
import { listPlaceholders } from '@hudhud/contract/placeholders.ts';
import type { DefinedPart } from '@hudhud/contract/template-definition.ts';
import { AppError } from '../platform/errors.ts';
import type { Sender } from '../senders/directory.ts';
import type { TemplateDirectory } from '../templates/directory.ts';
import { fillTemplate, type StoredTemplate } from '../templates/filling/fill-template.ts';
import { toMap } from '../templates/filling/values.ts';
import { findTemplate } from '../templates/find-template.ts';
import type { CompanyTemplates, KnownTemplate } from '../templates/template.ts';
import type { CampaignRow } from './campaign-row.ts';

export type TemplateSource = Pick<TemplateDirectory, 'peek' | 'find'>;
type TemplateContent = ContentOf<'template'>;
type Part = Pick<TemplateRequest, 'header' | 'variables' | 'buttons'>;

export const templateOf = ({ content }: CampaignRow): StoredTemplate | null =>
  content?.type === 'template' ? content.template : null;

export const companyTemplates = async (
  source: TemplateSource,
  companyId: string,
): Promise<CompanyTemplates> => source.peek(companyId) ?? (await source.find(companyId));

/** Throws like a message that names it: unknown, not approved, of several languages. */
export const findCampaignTemplate = (
  templates: CompanyTemplates,
  sender: Sender,
  { name, language }: StoredTemplate,
): KnownTemplate => findTemplate(templates, sender, { name, language, pointer: '/template' });

const byName = (name: string): string => `{{${name}}}`;

const expandPart = (part: DefinedPart, given: Part, isNamed: boolean): Part => {
  const own = toMap(given.variables);
  const variables = Object.fromEntries(part.variables.map((name) => [name, own[name] || byName(name)]));
  const surplus = Object.fromEntries(Object.entries(own).filter(([name]) => !part.variables.includes(name)));
  const [headerVariable] = part.header?.variables ?? [];
  const header =
    given.header ??
    (isNamed && headerVariable !== undefined && own[headerVariable] === undefined
      ? { text: byName(headerVariable) }
      : undefined);
  return {
    ...given,
    variables: { ...variables, ...surplus },
    ...(header && { header }),
  };
};

/** With a placeholder of its own name for every variable that the campaign leaves to the person. */
export const expandTemplate = (template: KnownTemplate, given: StoredTemplate): TemplateContent => {
  const { definition } = template;
  const isNamed = template.parameterFormat === 'named';
  const { name, language, category } = template;
  if (given.components) return { type: 'template', template: { ...given, name, language, category } };
  const { cards } = given;
  return {
    type: 'template',
    template: {
      ...given,
      ...expandPart(definition, given, isNamed),
      ...(cards && {
        cards: cards.map((card, index) => {
          const part = definition.cards?.[index];
          return part ? expandPart(part, card, isNamed) : card;
        }),
      }),
      name,
      language,
      category,
    },
  };
};

const textsOfPart = ({ header, variables, buttons }: Part): string[] => [
  ...(header?.text === undefined ? [] : [header.text]),
  ...Object.values(toMap(variables)),
  ...(buttons ?? []).flatMap(({ value }) => value ?? []),
];

/** All texts that may hold placeholders. */
export const textsOfTemplate = (template: StoredTemplate): string[] => [
  ...textsOfPart(template),
  ...(template.cards ?? []).flatMap(textsOfPart),
];

export interface TemplateObstacle {
  readonly code: string;
  readonly detail: string;
}

/**
 * Mistakes that concern every recipient: buttons and headers without values, values the template has no place for.
 */
export const findTemplateObstacles = (
  template: KnownTemplate,
  content: TemplateContent,
): TemplateObstacle[] => {
  const samples = textsOfTemplate(content.template)
    .flatMap(listPlaceholders)
    .map(({ name }) => [name, 'x']);
  try {
    fillTemplate(template, content.template, Object.fromEntries(samples));
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return (error.errors ?? []).map(({ code, detail }) => ({ code, detail }));
  }
};

/** Why a running campaign must wait for a person to look at its template; null: it goes on. */
export const whyPaused = (
  templates: CompanyTemplates,
  sender: Sender,
  given: StoredTemplate,
): PauseReason | null => {
  try {
    const { category } = findCampaignTemplate(templates, sender, given);
    if (given.category === undefined || given.category === category) return null;
    return {
      kind: 'template',
      detail: `WhatsApp has changed the category of the template "${given.name}" from ${given.category} to ${category}.`,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: 'template', detail: error.detail };
  }
};
