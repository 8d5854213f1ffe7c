// The content that a campaign sends to everybody, in the fields of a send request.

import Type from 'typebox';
import { contentKinds, type MessageContent } from './content.ts';

/** All that does not refer to one person's message or to one provider. */
export type CampaignContent = Exclude<
  MessageContent,
  { type: 'reaction' | 'interactive' | 'template' | 'otp' }
>;

export const CampaignContent = Type.Unsafe<CampaignContent>({
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: contentKinds()
    .filter(({ isForMany }) => isForMany !== false)
    .map(({ name, schema }) => ({ ...schema, title: name })),
  description:
    'What everybody gets, in the words of a send request, instead of `text`: a picture, a document, buttons. Placeholders are filled in all of its texts.',
  examples: [
    {
      type: 'buttons',
      message: 'Hello {{name|there}}, does Tuesday suit you?',
      buttons: [
        { id: 'yes', title: 'Yes' },
        { id: 'no', title: 'Another day' },
      ],
    },
  ],
  'x-error-codes': { discriminator: 'unknown_message_type' },
});
