// Who a token belongs to, as the outside sees it.

import Type, { type Static } from 'typebox';
import { Id } from './ids.ts';

export const companyPlans = ['trial', 'active', 'suspended'] as const;
export type CompanyPlan = (typeof companyPlans)[number];

export const Me = Type.Object(
  {
    company: Type.Object({
      id: Id('company', 'The company id.'),
      name: Type.String(),
      timezone: Type.String({ description: 'IANA name, for example Asia/Riyadh.' }),
      plan: Type.Enum([...companyPlans]),
      trial_ends_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    }),
    limits: Type.Object({
      requests_per_minute: Type.Integer(),
      body_bytes_max: Type.Integer(),
      text_characters_max: Type.Integer(),
    }),
  },
  { $id: 'Me', description: 'Who the token belongs to, and what it may do.' },
);
export type Me = Static<typeof Me>;
