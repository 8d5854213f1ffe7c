// Which template a request means: by name and language, among those of the sender's account. What cannot be sent is refused
// with what there is instead.

import { type AppError, fieldProblem } from '../platform/errors.ts';
import type { Sender } from '../senders/directory.ts';
import { accountOf, type CompanyTemplates, isSendable, type KnownTemplate, templatesOf } from './template.ts';

export interface TemplateWish {
  readonly name: string;
  readonly language?: string | undefined;
  /** The contact's language. */
  readonly contactLanguage?: string | undefined;
  /** Where the template stands in the request, and which field of it is its name. */
  readonly pointer: string;
  readonly nameField?: 'template';
}

const shownMax = 8;
/** So many letters may differ for a name to be called near. */
const nearMax = 3;

/** WhatsApp itself writes `en_US` and `en-US`. */
export const normalLanguage = (language: string): string => language.replace('-', '_').toLowerCase();

/** How many letters must be changed, added or removed to make one word of the other. */
const distance = (one: string, two: string): number => {
  let above = Array.from({ length: two.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= two.length; column += 1) {
      const change = (above[column - 1] ?? 0) + (one[row - 1] === two[column - 1] ? 0 : 1);
      current.push(Math.min(change, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    above = current;
  }
  return above[two.length] ?? 0;
};

const nearNames = (templates: readonly KnownTemplate[], name: string): string[] => {
  const names = [...new Set(templates.filter(({ status }) => status !== 'deleted').map((one) => one.name))];
  const near = names.filter(
    (other) =>
      other.includes(name) ||
      name.includes(other) ||
      distance(other.slice(0, 64), name.slice(0, 64)) <= nearMax,
  );
  return (near.length > 0 ? near : names).slice(0, shownMax);
};

const namePointer = ({ pointer, nameField }: TemplateWish): string => `${pointer}/${nameField ?? 'name'}`;

const unknownName = (templates: readonly KnownTemplate[], wish: TemplateWish): AppError => {
  const { name } = wish;
  const names = nearNames(templates, name);
  const there = names.length > 0 ? `There are: ${names.join(', ')}.` : 'The account has no templates.';
  return fieldProblem(
    'template_not_found',
    { pointer: namePointer(wish) },
    `There is no template "${name.slice(0, 100)}". ${there}`,
  );
};

const baseOf = (language: string): string => normalLanguage(language).split('_')[0] ?? '';

const chooseLanguage = (named: readonly KnownTemplate[], wish: TemplateWish): KnownTemplate => {
  const { language, contactLanguage, name, pointer } = wish;
  const exactly = (wanted: string) =>
    named.find((template) => normalLanguage(template.language) === normalLanguage(wanted));
  const languages = named.map((template) => template.language).join(', ');
  if (language !== undefined) {
    const found = exactly(language);
    if (found) return found;
    throw fieldProblem(
      'template_not_found',
      { pointer: `${pointer}/language` },
      `The template "${name}" is not there in "${language}". It is there in: ${languages}.`,
    );
  }
  if (contactLanguage) {
    const found =
      exactly(contactLanguage) ??
      named.find((template) => baseOf(template.language) === baseOf(contactLanguage));
    if (found) return found;
  }
  // One that cannot be sent is no choice while another can be.
  const sendable = named.filter(isSendable);
  const [only, ...more] = sendable.length > 0 ? sendable : named;
  if (only && more.length === 0) return only;
  throw fieldProblem(
    'missing_field',
    { pointer: `${pointer}/language` },
    `The template "${name}" is there in several languages; "language" must name one of: ${languages}.`,
  );
};

const shown = (template: KnownTemplate): string =>
  `The template "${template.name}" in ${template.language} is ${template.status.replaceAll('_', ' ')}${
    template.reason ? `: ${template.reason}` : ''
  }.`;

/** Refuses one that WhatsApp would not send. */
const checkSendable = (template: KnownTemplate, pointer: string): KnownTemplate => {
  if (isSendable(template)) return template;
  const code = template.status === 'paused' ? 'template_paused' : 'template_not_approved';
  throw fieldProblem(code, { pointer }, shown(template));
};

const requireAccount = (sender: Sender, pointer: string): void => {
  if (accountOf(sender) !== null) return;
  const detail = sender.provider.templates
    ? `The sender ${sender.name} does not say which business account it belongs to.`
    : `${sender.provider.title} has no templates.`;
  throw fieldProblem('templates_not_carried', { pointer }, detail);
};

export const findTemplate = (
  templates: CompanyTemplates,
  sender: Sender,
  wish: TemplateWish,
): KnownTemplate => {
  requireAccount(sender, wish.pointer);
  const own = templatesOf(templates, sender);
  const named = own.filter(({ name, status }) => name === wish.name && status !== 'deleted');
  if (named.length === 0) throw unknownName(own, wish);
  return checkSendable(chooseLanguage(named, wish), namePointer(wish));
};

/** The template for one-time codes: the one named, the company's own choice, or the only one there is. */
export const findOtpTemplate = (
  templates: CompanyTemplates,
  sender: Sender,
  wish: Omit<TemplateWish, 'name' | 'pointer'> & { readonly name?: string | undefined },
): KnownTemplate => {
  const pointer = '/otp';
  requireAccount(sender, pointer);
  const codes = templatesOf(templates, sender).filter(
    ({ category, status }) => category === 'authentication' && status !== 'deleted',
  );
  const names = [...new Set(codes.map(({ name }) => name))];
  const name = wish.name ?? templates.otpTemplate ?? (names.length === 1 ? names[0] : undefined);
  if (name === undefined) {
    const there = names.length > 0 ? `Name one of ${names.slice(0, shownMax).join(', ')}` : 'Make one';
    throw fieldProblem(
      'template_not_found',
      { pointer: `${pointer}/template` },
      `There is no authentication template to choose by itself. ${there}, or choose one in the template settings.`,
    );
  }
  const found = findTemplate(templates, sender, { ...wish, name, pointer, nameField: 'template' });
  if (found.category === 'authentication') return found;
  throw fieldProblem(
    'template_not_found',
    { pointer: `${pointer}/template` },
    `The template "${name}" is ${found.category}; a one-time code needs an authentication template.`,
  );
};
