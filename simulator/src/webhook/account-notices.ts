// The values of two webhooks that are not about messages: a template changed its status, a person changed their mind
// about marketing.
import type { BusinessNumber } from '../account/numbers.ts';
import type { Template } from '../account/templates.ts';

export function templateStatusValue(template: Template): object {
  return {
    event: template.status,
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language,
    reason: template.rejectedReason,
    message_template_category: template.category,
  };
}

export function marketingValue(
  number: BusinessNumber,
  waId: string,
  value: 'stop' | 'resume',
  atMs: number,
): object {
  return {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: number.digits, phone_number_id: number.phoneNumberId },
    contacts: [{ wa_id: waId }],
    user_preferences: [
      {
        wa_id: waId,
        detail: `User requested to ${value} marketing messages`,
        category: 'marketing_messages',
        value,
        timestamp: Math.floor(atMs / 1000),
      },
    ],
  };
}
