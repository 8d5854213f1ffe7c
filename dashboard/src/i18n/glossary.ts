// The words of the pages. docs/design-language.md holds the same table for people; the test beside this file holds the texts
// and the page against it.

interface Term {
  readonly en: string;
  readonly ar: string;
  readonly means: string;
}

/** One word per idea, the one that people in the field use. */
export const glossary: readonly Term[] = [
  { en: 'Accepted', ar: 'مقبول', means: 'the other side answered with success' },
  { en: 'Will retry', ar: 'إعادة المحاولة', means: 'it failed this time and is tried again automatically' },
  { en: 'Retrying', ar: 'إعادة المحاولة', means: 'a delivery between two attempts' },
  { en: 'Pending', ar: 'قيد الانتظار', means: 'not attempted yet' },
  { en: 'Delivered', ar: 'تم التسليم', means: 'a webhook accepted the event' },
  { en: 'Failed', ar: 'فشل نهائيًا', means: 'no attempt is left' },
  { en: 'Skipped', ar: 'تم التخطي', means: 'the webhook was disabled when the event was due' },
  { en: 'Healthy', ar: 'سليم', means: 'a webhook whose latest delivery was accepted' },
  {
    en: 'Failing',
    ar: 'متعثّر',
    means: 'a webhook that is active and has accepted nothing since its first failure',
  },
  { en: 'Paused', ar: 'متوقف مؤقتًا', means: 'a person stopped it; events wait' },
  { en: 'Disabled', ar: 'معطّل', means: 'stopped after failing for days' },
  { en: 'Outgoing requests', ar: 'الطلبات الصادرة', means: 'what Hudhud asked of WhatsApp and of webhooks' },
  { en: 'User agent', ar: 'برنامج المستخدم', means: 'the program that made a request' },
  { en: 'Current password', ar: 'كلمة المرور الحالية', means: 'the password before a change' },
  { en: 'Two-factor authentication', ar: 'التحقق بخطوتين', means: 'a code beside the password' },
  { en: 'End of list', ar: 'نهاية القائمة', means: 'there are no older rows' },
  { en: 'Done', ar: 'تم', means: 'a step or an import is over' },
  { en: 'Deliveries', ar: 'التسليمات', means: 'events on their way to webhooks' },
  { en: 'Message', ar: 'الرسالة', means: 'one message, out or in' },
  { en: 'All contacts', ar: 'كل جهات الاتصال', means: 'the audience of everybody' },
];

interface Forbidden {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** Words of our own making that no reader knows, and what to write. */
export const forbidden: readonly Forbidden[] = [
  { pattern: /\bgoes? again\b/i, instead: 'will retry' },
  { pattern: /\b(?:has |was |is |not |be )taken\b|^taken\b|\btook it\b/i, instead: 'accepted' },
  { pattern: /\bon (?:its|their) way\b/i, instead: 'pending, queued or sent' },
  { pattern: /\bgiven up\b/i, instead: 'failed or cancelled' },
  { pattern: /\bswitched off\b/i, instead: 'disabled' },
  { pattern: /\bwhoever\b/i, instead: 'the person or the role' },
  { pattern: /\bnobody\b/i, instead: 'no person, no recipient, or a passive' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bmend\b/i, instead: 'fix' },
  { pattern: /\bput(?:s)? (?:it|them|your webhook) right\b/i, instead: 'fix' },
  { pattern: /\bcame back\b/i, instead: 'the response' },
  { pattern: /\bsecond factor\b/i, instead: 'two-factor authentication' },
  { pattern: /\buntil now\b/i, instead: 'current' },
  { pattern: /\bthe calls?\b|^calls?$|\bopen the call\b/i, instead: 'outgoing request' },
  { pattern: /\bit made\b/i, instead: 'the thing itself' },
  { pattern: /تذهب مجددًا|ينطلق مجددًا|العامل الثاني/, instead: 'إعادة المحاولة، التحقق بخطوتين' },
];
