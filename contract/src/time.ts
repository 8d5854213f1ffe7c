// A moment, as most of the API says it. events.ts has its own: with the offset of the company.

import Type from 'typebox';

export const Time = Type.String({ format: 'date-time' });
