// Contents that name a template, on their way to a filled one: which template is meant, by whose language, with which
// values. One-time codes become the company's authentication template here.

import type { MessageContent, TemplateRequest } from '@hudhud/contract/content.ts';
import type { MediaKind } from '@hudhud/contract/media-limits.ts';
import { AppError } from '../../platform/errors.ts';
import type { Sender } from '../../senders/directory.ts';
import { fillTemplate, type StoredTemplate } from '../../templates/filling/fill-template.ts';
import { toMap } from '../../templates/filling/values.ts';
import { findOtpTemplate, findTemplate } from '../../templates/find-template.ts';
import type { CompanyTemplates, KnownTemplate } from '../../templates/template.ts';

type Values = Readonly<Record<string, string>>;

export interface TemplateCommand {
  readonly content: MessageContent;
  readonly variables?: Values | undefined;
  /** The content is the template that stands in for a text. */
  readonly isFallback?: boolean | undefined;
}

/** The template that a content names, by its name; undefined when it names none. Null: the one for one-time codes. */
const nameIn = (content: MessageContent): string | null | undefined => {
  if (content.type === 'template') return content.template.name;
  return content.type === 'otp' ? (content.otp.template ?? null) : undefined;
};

export const namesTemplate = ({ content }: TemplateCommand): boolean => nameIn(content) !== undefined;

const candidates = (templates: CompanyTemplates, { content }: TemplateCommand): KnownTemplate[] => {
  const name = nameIn(content) ?? templates.otpTemplate;
  return templates.all.filter((template) =>
    name === null ? template.category === 'authentication' : template.name === name,
  );
};

export interface HeaderKinds {
  readonly own: MediaKind | null;
  readonly card: MediaKind | null;
}

/** A moving picture is a video without sound. */
const mediaKinds: Readonly<Record<string, MediaKind>> = {
  image: 'image',
  video: 'video',
  gif: 'video',
  document: 'document',
};

export const headerKindsIn = ({ definition }: Pick<KnownTemplate, 'definition'>): HeaderKinds => ({
  own: mediaKinds[definition.header?.kind ?? ''] ?? null,
  card: mediaKinds[definition.cards?.[0]?.header?.kind ?? ''] ?? null,
});

/** All languages of a template have the same kind of header. */
export const headerKindsOf = (
  templates: CompanyTemplates,
  command: TemplateCommand,
): HeaderKinds | undefined => {
  const [first] = namesTemplate(command) ? candidates(templates, command) : [];
  return first && headerKindsIn(first);
};

/** Whether to ask the provider again: it may have approved the template a moment ago. */
export const lacksTemplate = (templates: CompanyTemplates, command: TemplateCommand): boolean =>
  namesTemplate(command) && !candidates(templates, command).some(({ status }) => status === 'approved');

/** Whether a value or the language may have to come from the contact: most callers send all of them. */
export const templateWantsContact = (
  command: TemplateCommand,
  templates: CompanyTemplates | undefined,
): boolean => {
  const { content, variables = {} } = command;
  if (!templates || (content.type !== 'template' && content.type !== 'otp')) return false;
  const known = candidates(templates, command);
  const { language } = content.type === 'template' ? content.template : content.otp;
  if (language === undefined && known.length > 1) return true;
  if (content.type === 'otp' || content.template.components) return false;
  const given = { ...variables, ...toMap(content.template.variables) };
  if (Object.values(given).some((value) => value.includes('{{'))) return true;
  return known.some(({ definition, parameterFormat }) =>
    [
      ...definition.variables,
      ...(parameterFormat === 'named' ? (definition.header?.variables ?? []) : []),
    ].some((name) => !given[name]),
  );
};

export interface UsedTemplate {
  readonly content: MessageContent;
  /** Null: the content names no template. */
  readonly category: string | null;
}

const none: CompanyTemplates = { all: [], otpTemplate: null };

const fillOtp = (
  { code, template: name, language }: Extract<MessageContent, { type: 'otp' }>['otp'],
  sender: Sender,
  templates: CompanyTemplates,
  contactLanguage: string | undefined,
): StoredTemplate => {
  const found = findOtpTemplate(templates, sender, { name, language, contactLanguage });
  const [variable = '1'] = found.definition.variables;
  try {
    return fillTemplate(found, { name: found.name, variables: { [variable]: code } }, {});
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The caller knows one field, under any name that the template gives it.
    const errors = error.errors?.map((one) => ({ ...one, pointer: '/otp/code' }));
    throw new AppError(error.code, { detail: error.detail, ...(errors && { errors }) });
  }
};

/** Any other content is answered as it is. `values`: of the request and of the contact, by name. */
export const useTemplate = (
  { content, isFallback }: TemplateCommand,
  sender: Sender,
  templates: CompanyTemplates = none,
  values: Values,
): UsedTemplate => {
  const { language: contactLanguage } = values;
  if (content.type === 'otp') {
    const template = fillOtp(content.otp, sender, templates, contactLanguage);
    return { content: { type: 'template', template }, category: 'authentication' };
  }
  if (content.type !== 'template') return { content, category: null };
  const given = content.template as TemplateRequest;
  const pointer = isFallback ? '/fallback_template' : '/template';
  const { name, language } = given;
  const found = findTemplate(templates, sender, { name, language, contactLanguage, pointer });
  const template = fillTemplate(found, given, values, pointer);
  return { content: { type: 'template', template }, category: found.category };
};
