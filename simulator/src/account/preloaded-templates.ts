// The templates that every account has from the start: with and without variables, in two languages, and for one-time
// codes.
import type { Json } from '../message/check-value.ts';
import type { TemplateInput } from './template.ts';

const appointment: Record<string, Json[]> = {
  en: [
    { type: 'HEADER', format: 'TEXT', text: 'Appointment' },
    { type: 'BODY', text: 'Dear {{name}}, we expect you on {{date}} at {{time}}. Does that suit you?' },
    { type: 'FOOTER', text: 'Al Noor Clinic' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Yes' },
        { type: 'QUICK_REPLY', text: 'Another day' },
      ],
    },
  ],
  ar: [
    { type: 'HEADER', format: 'TEXT', text: 'موعد' },
    { type: 'BODY', text: 'عزيزنا {{name}}، ننتظركم يوم {{date}} الساعة {{time}}. هل يناسبكم ذلك؟' },
    { type: 'FOOTER', text: 'عيادة النور' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'نعم' },
        { type: 'QUICK_REPLY', text: 'يوم آخر' },
      ],
    },
  ],
};

export const preloaded: readonly TemplateInput[] = [
  {
    name: 'hello_world',
    language: 'en_US',
    category: 'UTILITY',
    parameterFormat: 'POSITIONAL',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Hello World' },
      {
        type: 'BODY',
        text: 'Welcome and congratulations!! This message demonstrates your ability to send a WhatsApp message.',
      },
      { type: 'FOOTER', text: 'WhatsApp Business Platform sample message' },
    ],
  },
  {
    name: 'order_update',
    language: 'en_US',
    category: 'UTILITY',
    parameterFormat: 'POSITIONAL',
    components: [{ type: 'BODY', text: 'Hello {{1}}, your order {{2}} is on its way.' }],
  },
  {
    name: 'login_code',
    language: 'en_US',
    category: 'AUTHENTICATION',
    parameterFormat: 'POSITIONAL',
    components: [
      {
        type: 'BODY',
        text: '*{{1}}* is your verification code. For your security, do not share this code.',
        add_security_recommendation: true,
      },
      { type: 'FOOTER', text: 'This code expires in 10 minutes.', code_expiration_minutes: 10 },
      {
        type: 'BUTTONS',
        buttons: [
          {
            type: 'URL',
            text: 'Copy code',
            url: 'https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp{{1}}',
          },
        ],
      },
    ],
  },
  ...['en', 'ar'].map((language) => ({
    name: 'appointment_reminder',
    language,
    category: 'UTILITY',
    parameterFormat: 'NAMED' as const,
    components: appointment[language] ?? [],
  })),
];
