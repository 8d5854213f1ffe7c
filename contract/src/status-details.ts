// Details that a provider sends with a status. Every part is there only when the provider sends it.

import Type, { type Static } from 'typebox';

const text = (description: string) => Type.Optional(Type.String({ description }));

const Pricing = Type.Object(
  {
    category: text('What it is charged as: marketing, utility, authentication, service, ...'),
    model: text('How it is charged, in the words of the provider: PMP is per message.'),
    type: text('regular, or why it is free: free_customer_service, free_entry_point.'),
    billable: Type.Optional(Type.Boolean({ description: 'Whether it is charged at all.' })),
  },
  { description: 'What the provider charges. It tells no amounts.' },
);

const Conversation = Type.Object(
  {
    id: text("The provider's id of the conversation it counts into."),
    origin: text('What opened it.'),
    expires_at: Type.Optional(Type.String({ format: 'date-time', description: 'Until when it lasts, UTC.' })),
  },
  { description: "The provider's unit of charging, where it still uses one." },
);

/** A provider's description of an error. */
export const ProviderError = Type.Object({
  code: Type.String({ description: "The provider's code." }),
  title: Type.String(),
  detail: Type.String(),
});

export const StatusDetails = Type.Object({
  pricing: Type.Optional(Pricing),
  conversation: Type.Optional(Conversation),
  errors: Type.Optional(
    Type.Array(ProviderError, {
      description: 'Of `failed`: all that the provider names, the first one first.',
    }),
  ),
});
export type StatusDetails = Static<typeof StatusDetails>;
