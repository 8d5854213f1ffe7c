// A text.

import Type from 'typebox';
import { body } from '../content-fields.ts';
import { contentKind } from '../content-kind.ts';
import { contentLimits } from '../content-limits.ts';

export const text = contentKind(
  'text',
  {
    message: body(contentLimits.text),
    preview_url: Type.Optional(
      Type.Boolean({ description: 'Whether the first link is shown with a preview.' }),
    ),
  },
  { title: 'Text', summary: 'A text', example: { message: 'Your appointment is on Sunday at 10:00.' } },
);
