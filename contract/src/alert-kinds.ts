// The kinds of alerts, and what each says to people in both languages. The mails, the WhatsApp messages and the pages say
// the same, because they all ask here. Imports no schemas, so that the bell need not load them.

export const alertRuleKinds = [
  'webhook_failing',
  'sender_suspended',
  'sender_degraded',
  'failure_rate',
  'campaign_paused',
  'quota',
  'token_end',
  'cost_drift',
  'account',
] as const;
export type AlertRuleKind = (typeof alertRuleKinds)[number];

/** A test is asked for by a person; there is no rule for it. */
export const alertKinds = [...alertRuleKinds, 'test'] as const;
export type AlertKind = (typeof alertKinds)[number];

/** From how many per cent on, unless the company says otherwise. */
export const thresholdDefaults: Partial<Readonly<Record<AlertRuleKind, number>>> = {
  failure_rate: 20,
  quota: 80,
};

export interface AlertText {
  readonly title: string;
  readonly detail: string;
}

type Values = Readonly<Record<string, unknown>>;
type Language = 'en' | 'ar';
type Write = (values: Values) => AlertText;

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const day = (value: unknown): string => text(value).slice(0, 10);
/** Keeps what is written in Latin letters from turning an Arabic sentence around. */
const apart = (value: unknown): string => `\u2068${text(value)}\u2069`;

/** A title that comes from elsewhere ends without a full stop. */
const sentences = (...parts: string[]): string =>
  parts
    .filter((part) => part !== '')
    .map((part) => (/[.!?\u2026]$/.test(part) ? part : `${part}.`))
    .join(' ');

const english: Readonly<Record<AlertKind, Write>> = {
  webhook_failing: ({ url, is_disabled: isDisabled, reason }) => ({
    title: isDisabled ? `A webhook was disabled: ${text(url)}` : `A webhook is failing: ${text(url)}`,
    detail: sentences(
      text(reason),
      isDisabled
        ? 'Events are kept and can be sent again. Fix the receiver, then resume the webhook.'
        : 'Deliveries are tried again by themselves. Look at what the receiver answers.',
    ),
  }),
  sender_suspended: ({ name, reason, action }) => ({
    title: `The sender ${text(name)} is suspended`,
    detail: sentences(text(reason), 'Its messages wait.', text(action)),
  }),
  sender_degraded: ({ name, reason }) => ({
    title: `The sender ${text(name)} needs attention`,
    detail: sentences(text(reason), 'Look at its health before it gets worse.'),
  }),
  failure_rate: ({ percent, failed, total }) => ({
    title: `${text(percent)} % of messages failed in the last hour`,
    detail: `${text(failed)} of ${text(total)} messages failed. Look at the reasons in the list of messages.`,
  }),
  campaign_paused: ({ name, reason }) => ({
    title: `The campaign ${text(name)} has paused itself`,
    detail: sentences(text(reason), 'No further recipients get it until it is resumed.'),
  }),
  quota: ({ name, percent, used, limit }) => ({
    title: `${text(name)} has used ${text(percent)} % of its daily limit`,
    detail: `It has written to ${text(used)} of ${text(limit)} people that WhatsApp allows in 24 hours. Messages beyond that are refused.`,
  }),
  token_end: ({ name, ends_at: endsAt, is_sender: isSender }) => ({
    title: isSender
      ? `The access token of the sender ${text(name)} ends on ${day(endsAt)}`
      : `The token ${text(name)} ends on ${day(endsAt)}`,
    detail: isSender
      ? 'Nothing goes out after that. Make a new token at the provider and enter it for the sender.'
      : 'Systems that use it are refused after that. Give it a later end, or make a new one.',
  }),
  cost_drift: ({ detail, action }) => ({
    title: 'Messages cost something else than expected',
    detail: sentences(text(detail), text(action)),
  }),
  account: ({ detail, action }) => ({
    title: 'A WhatsApp account needs you',
    detail: sentences(text(detail), text(action)),
  }),
  test: () => ({
    title: 'This is a test of your alerts',
    detail: 'You asked for it. Real alerts look like this.',
  }),
};

const arabic: Readonly<Record<AlertKind, Write>> = {
  webhook_failing: ({ url, is_disabled: isDisabled, reason }) => ({
    title: isDisabled ? `عُطّل خطاف ويب: ${apart(url)}` : `خطاف ويب متعثّر: ${apart(url)}`,
    detail: sentences(
      reason === '' ? '' : `السبب: ${apart(reason)}.`,
      isDisabled
        ? 'الأحداث محفوظة ويمكن إرسالها مجددًا. أصلح المستقبِل ثم استأنف خطاف الويب.'
        : 'تُعاد محاولة التسليم تلقائيًا. انظر بماذا يجيب المستقبِل.',
    ),
  }),
  sender_suspended: ({ name, reason }) => ({
    title: `المرسِل ${apart(name)} موقوف`,
    detail: sentences(`السبب: ${apart(reason)}.`, 'رسائله تنتظر حتى يُصلَح الأمر.'),
  }),
  sender_degraded: ({ name, reason }) => ({
    title: `المرسِل ${apart(name)} يحتاج إلى انتباه`,
    detail: sentences(`السبب: ${apart(reason)}.`, 'راجع حالته قبل أن تسوء.'),
  }),
  failure_rate: ({ percent, failed, total }) => ({
    title: `فشل ${text(percent)}٪ من الرسائل في الساعة الأخيرة`,
    detail: `فشلت ${text(failed)} من ${text(total)} رسالة. انظر الأسباب في قائمة الرسائل.`,
  }),
  campaign_paused: ({ name, reason }) => ({
    title: `أوقفت الحملة ${apart(name)} نفسها مؤقتًا`,
    detail: sentences(`السبب: ${apart(reason)}.`, 'لن تصل إلى أحد آخر حتى تُستأنف.'),
  }),
  quota: ({ name, percent, used, limit }) => ({
    title: `استهلك ${apart(name)} نسبة ${text(percent)}٪ من حده اليومي`,
    detail: `راسل ${text(used)} من ${text(limit)} شخصًا يسمح بهم واتساب خلال 24 ساعة. ما زاد على ذلك يُرفض.`,
  }),
  token_end: ({ name, ends_at: endsAt, is_sender: isSender }) => ({
    title: isSender
      ? `ينتهي رمز وصول المرسِل ${apart(name)} في ${apart(day(endsAt))}`
      : `ينتهي الرمز ${apart(name)} في ${apart(day(endsAt))}`,
    detail: isSender
      ? 'لا يُرسَل شيء بعد ذلك. أنشئ رمزًا جديدًا لدى المزوّد وأدخله للمرسِل.'
      : 'تُرفض الأنظمة التي تستخدمه بعد ذلك. مدّد صلاحيته أو أنشئ رمزًا جديدًا.',
  }),
  cost_drift: () => ({
    title: 'تكلفة الرسائل تختلف عن المتوقع',
    detail: 'ما يحسبه المزوّد يختلف عن الأسعار المسجّلة هنا. راجع صفحة التكاليف.',
  }),
  account: () => ({
    title: 'حساب واتساب يحتاج إليك',
    detail: 'أبلغ المزوّد عن أمر في الحساب. راجع المرسِل المعني.',
  }),
  test: () => ({ title: 'هذا اختبار لتنبيهاتك', detail: 'أنت طلبته. التنبيهات الحقيقية تبدو هكذا.' }),
};

export const alertText = (kind: AlertKind, values: Values, language: Language): AlertText =>
  (language === 'ar' ? arabic : english)[kind](values);

const pages: Readonly<Record<AlertKind, string>> = {
  webhook_failing: '/webhooks',
  sender_suspended: '/senders',
  sender_degraded: '/senders',
  failure_rate: '/messages?status=failed',
  campaign_paused: '/campaigns',
  quota: '/senders',
  token_end: '/developers/tokens',
  cost_drift: '/costs',
  account: '/senders',
  test: '/',
};

/** The page of the dashboard that shows what an alert is about. */
export const alertPage = (kind: AlertKind, subject: string | null): string => {
  if (subject === null || kind === 'failure_rate' || kind === 'cost_drift') return pages[kind];
  if (kind === 'token_end') return subject.startsWith('snd_') ? `/senders/${subject}` : pages[kind];
  return `${pages[kind]}/${subject}`;
};
