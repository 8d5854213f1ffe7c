// The capabilities by which the API reference and the Postman collection are sorted, in the order of a newcomer's questions.

const descriptions: Readonly<Record<string, string>> = {
  Messages: 'Send messages, one or many, and see what became of each.',
  Media: 'Files that messages carry: upload them once, send them by id, read those that people sent.',
  Contacts: 'People with a phone number: their fields, their tags, and whether they want to hear from you.',
  Campaigns: 'One text or template to many contacts, and how it went.',
  Segments: 'Groups of contacts by their tags, fields and consent, counted whenever they are used.',
  Templates: 'Message texts that WhatsApp has approved.',
  Events: 'What happened, in order, for a system that asks instead of being told.',
  Webhooks: 'Where your system is told what happens, and every delivery on its way there.',
  Senders: 'The WhatsApp numbers you send with, and the providers that carry their messages.',
  'Event Monitor':
    'Every request that your systems made to this gateway, with its answer. Failed ones can run again.',
  'Webhook Logs': 'Every request that this gateway made: to a provider, or to your webhooks.',
  Overview: 'How senders and webhooks are doing, and what waits.',
  Statistics: 'How many messages went out, arrived and were read.',
  Costs: 'What messages have cost, and what they cost from which day on.',
  Alerts: 'What needs a person: failing webhooks, suspended senders, tokens that end, and who is told how.',
  Company: 'Your company, its security token, and who changed what.',
  Stores: 'The branches of your company.',
  Members: 'Who works with you in the dashboard. Needs a signed-in user.',
  Account: 'Signing up and in, passwords, two-factor authentication and sessions. Needs no token.',
  Operator: 'For the operator of this gateway.',
};

export interface Tag {
  readonly name: string;
  readonly description: string;
}

/** The tags in use, known ones first. A tag without a description gets its own name as description. */
export const describeTags = (used: ReadonlySet<string>): Tag[] => {
  const known = Object.keys(descriptions).filter((name) => used.has(name));
  const others = [...used].filter((name) => !(name in descriptions)).sort();
  return [...known, ...others].map((name) => ({ name, description: descriptions[name] ?? `${name}.` }));
};
