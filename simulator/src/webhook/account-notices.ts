// The webhooks that are not about messages: a template changed its status, category or quality, a person changed their
// mind about marketing.
import type { BusinessNumber } from '../account/numbers.ts';
import type { Template, TemplateNews } from '../account/templates.ts';

/** The field of a webhook about a template, and its value. */
export function templateNotice(template: Template, news: TemplateNews): { field: string; value: object } {
  const named = {
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language,
  };
  switch (news.kind) {
    case 'status':
      return { field: 'message_template_status_update', value: { ...named, ...statusOf(template) } };
    case 'category':
      return {
        field: 'template_category_update',
        value: { ...named, previous_category: news.previous, new_category: template.category },
      };
    case 'quality':
      return {
        field: 'message_template_quality_update',
        value: { ...named, previous_quality_score: news.previous, new_quality_score: template.quality },
      };
  }
}

function statusOf(template: Template): object {
  return {
    event: template.status,
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
