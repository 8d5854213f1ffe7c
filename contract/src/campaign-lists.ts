// The people of a campaign who are named one by one, in the request or in a file.

import Type from 'typebox';
import { Id } from './ids.ts';
import { variableCharactersMax } from './messages.ts';

export const ListedRecipient = Type.Object(
  {
    phone_number: Type.String({ maxLength: 60, examples: ['+966501234567'] }),
    variables: Type.Optional(
      Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: variableCharactersMax }), {
        maxProperties: 50,
        description: 'Values for the placeholders; they go before the fields of the contact.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const ListFile = Type.Object(
  {
    upload_id: Id(
      'contactImport',
      'A file that was uploaded to `/api/v1/contact-imports` and is not imported.',
    ),
    phone_column: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Heading of the column with the phone number. Left out: as it was guessed.',
      }),
    ),
    default_country: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{2}$',
        description:
          'Numbers without a country code are of this country. Left out: as the contact settings say.',
        examples: ['SA'],
      }),
    ),
  },
  {
    additionalProperties: false,
    description: 'Everybody in a file. The other columns fill placeholders of the same name.',
  },
);
