// The mails that people get, in their language. Each says what happened, what to do, and what to do when it was not them.

import type { LanguageName } from '@hudhud/contract/companies.ts';
import type { Mail } from '../platform/mail.ts';

interface Person {
  readonly email: string;
  readonly name: string;
  readonly language: LanguageName;
}

type Content = Pick<Mail, 'subject' | 'text'>;

/**
 * Strangers choose names, and mails go to addresses that they choose: a name that mail programs would turn into a link
 * is left out, so that our mails cannot be used to advertise.
 */
const plainName = (name: string): string => (/[:/@\\\n\r]|\.\S/.test(name) ? '' : name.slice(0, 60));

const hello = {
  en: ({ name }: { readonly name: string }): string => `Hello ${plainName(name)}`.trim(),
  ar: ({ name }: { readonly name: string }): string => `مرحبًا ${plainName(name)}`.trim(),
};

const mailTo = (email: string, content: Content): Mail => ({ to: email, ...content });

export const resetMail = ({ email, language, ...person }: Person, link: string): Mail =>
  mailTo(
    email,
    {
      en: {
        subject: 'Your Hudhud password',
        text: `${hello.en(person)},\n\nset a new password here:\n\n${link}\n\nThe link works once, for one hour. It also removes your passkeys and signs every browser out. If you did not ask for it, you need not do anything.\n`,
      },
      ar: {
        subject: 'كلمة مرورك في هدهد',
        text: `${hello.ar(person)}،\n\nعيّن كلمة مرور جديدة من هنا:\n\n${link}\n\nيعمل الرابط مرة واحدة ولمدة ساعة. وهو يزيل مفاتيح المرور ويسجّل الخروج من كل المتصفحات. إن لم تطلبه فلا حاجة لفعل شيء.\n`,
      },
    }[language],
  );

/** A person signed up with an address that has an account. */
export const accountExistsMail = ({ email, language, ...person }: Person, link: string): Mail =>
  mailTo(
    email,
    {
      en: {
        subject: 'You have a Hudhud account already',
        text: `${hello.en(person)},\n\nsomebody, probably you, signed up with this address, and it has an account already. Sign in with its password, or set a new one here:\n\n${link}\n\nThe link works once, for one hour. It also removes the passkeys of the account and signs every browser out. If the account is not yours, set a new password: nobody else gets in then. If you did not sign up, you need not do anything.\n`,
      },
      ar: {
        subject: 'لديك حساب في هدهد',
        text: `${hello.ar(person)}،\n\nسجّل شخص ما، وربما أنت، بهذا العنوان وله حساب من قبل. سجّل الدخول بكلمة مروره، أو عيّن كلمة جديدة من هنا:\n\n${link}\n\nيعمل الرابط مرة واحدة ولمدة ساعة. وهو يزيل مفاتيح المرور من الحساب ويسجّل الخروج من كل المتصفحات. إن لم يكن الحساب لك فعيّن كلمة مرور جديدة فلا يدخل غيرك. وإن لم تسجّل فلا حاجة لفعل شيء.\n`,
      },
    }[language],
  );

export const signUpMail = ({ email, language, ...person }: Person, link: string, hours: number): Mail =>
  mailTo(
    email,
    {
      en: {
        subject: 'Confirm your address for Hudhud',
        text: `${hello.en(person)},\n\ncomplete your sign-up here:\n\n${link}\n\nThe page asks for the password that you chose. The link works once, for ${hours} hours. If you did not sign up, do nothing: without you there will be no account.\n`,
      },
      ar: {
        subject: 'أكّد عنوانك في هدهد',
        text: `${hello.ar(person)}،\n\nأكمل تسجيلك من هنا:\n\n${link}\n\nتطلب الصفحة كلمة المرور التي اخترتها. يعمل الرابط مرة واحدة ولمدة ${hours} ساعة. إن لم تسجّل فلا تفعل شيئًا: لن ينشأ حساب من دونك.\n`,
      },
    }[language],
  );

export interface ClosedWays {
  /** Names. */
  readonly passkeys: readonly string[];
  readonly sessions: number;
  readonly isSecondFactorRemoved: boolean;
}

const closedList = {
  en: ({ passkeys, sessions, isSecondFactorRemoved }: ClosedWays): string =>
    [
      `- Browsers signed out: ${sessions}`,
      `- Passkeys removed: ${passkeys.length === 0 ? 'none' : passkeys.join(', ')}`,
      ...(isSecondFactorRemoved ? ['- Two-factor authentication was removed; set it up again.'] : []),
    ].join('\n'),
  ar: ({ passkeys, sessions, isSecondFactorRemoved }: ClosedWays): string =>
    [
      `- متصفحات سُجّل خروجها: ${sessions}`,
      `- مفاتيح مرور أزيلت: ${passkeys.length === 0 ? 'لا شيء' : passkeys.join('، ')}`,
      ...(isSecondFactorRemoved ? ['- أزيل العامل الثاني؛ أعدّ واحدًا جديدًا.'] : []),
    ].join('\n'),
};

export const passwordWasResetMail = ({ email, language, ...person }: Person, closed: ClosedWays): Mail =>
  mailTo(
    email,
    {
      en: {
        subject: 'Your Hudhud password was changed',
        text: `${hello.en(person)},\n\na new password was set for your account by a link. At the same time other ways in were closed:\n\n${closedList.en(closed)}\n\nSecurity tokens of your companies still work; replace those that others may know. If this was not you, somebody reads your mail: secure your mailbox, then ask for a new link on the sign-in page.\n`,
      },
      ar: {
        subject: 'تغيّرت كلمة مرورك في هدهد',
        text: `${hello.ar(person)}،\n\nعُيّنت لحسابك كلمة مرور جديدة عبر رابط، وأُغلقت معها طرق الدخول الأخرى:\n\n${closedList.ar(closed)}\n\nرموز الأمان لشركاتك ما زالت تعمل؛ استبدل ما قد يعرفه غيرك. إن لم تكن أنت فهناك من يقرأ بريدك: أمّن صندوق بريدك ثم اطلب رابطًا جديدًا من صفحة الدخول.\n`,
      },
    }[language],
  );

export interface AlertWords {
  readonly title: string;
  readonly detail: string;
  /** It was resolved before the mail could be sent. */
  readonly isOver: boolean;
  readonly link: string;
}

/** Something of a company needs a person. */
export const alertMail = (
  { email, language, ...person }: Person,
  companyName: string,
  { title, detail, isOver, link }: AlertWords,
): Mail =>
  mailTo(
    email,
    {
      en: {
        subject: `Hudhud: ${title}`,
        text: `${hello.en(person)},\n\nthis happened at ${plainName(companyName) || 'your company'}:\n\n${title}\n${detail}\n${isOver ? '\nIt has been resolved since.\n' : ''}\nSee ${link}\n\nWhich alerts you get is set on the page Alerts of the company.\n`,
      },
      ar: {
        subject: `هدهد: ${title}`,
        text: `${hello.ar(person)}،\n\nحدث هذا في ${plainName(companyName) || 'شركتك'}:\n\n${title}\n${detail}\n${isOver ? '\nوقد زال السبب منذ ذلك الحين.\n' : ''}\nانظر ${link}\n\nتُضبط التنبيهات التي تصلك في صفحة التنبيهات في الشركة.\n`,
      },
    }[language],
  );

export interface InvitationWords {
  readonly email: string;
  readonly language: LanguageName;
  readonly invitedBy: string;
  readonly companyName: string;
  readonly link: string;
  readonly days: number;
}

export const invitationMail = ({
  email,
  language,
  invitedBy,
  companyName,
  link,
  days,
}: InvitationWords): Mail =>
  mailTo(
    email,
    {
      en: {
        subject: 'An invitation to Hudhud',
        text: `Hello,\n\nyou are invited to Hudhud (company: ${plainName(companyName)}; by: ${plainName(invitedBy)}):\n\n${link}\n\nThe link works once, for ${days} days.\n`,
      },
      ar: {
        subject: 'دعوة إلى هدهد',
        text: `مرحبًا،\n\nأنت مدعو إلى هدهد (الشركة: ${plainName(companyName)}؛ الداعي: ${plainName(invitedBy)}):\n\n${link}\n\nيعمل الرابط مرة واحدة ولمدة ${days} أيام.\n`,
      },
    }[language],
  );
