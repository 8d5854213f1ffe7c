// What the order of a run and the schemas alone cannot know: which request comes when, what it needs before it, and what
// it leaves for the next one. An operation that is not named here follows the rules of plan-step.ts.

export interface Step {
  /** In place of the example of the reference. `{{name}}` is a variable of the collection. */
  readonly body?: unknown;
  /** Lines that run before the request. `ask` calls this gateway with the credentials of the collection. */
  readonly prepare?: readonly string[];
  /** Which variable stands for a parameter of the path; left out: by the name of the path. */
  readonly uses?: Readonly<Record<string, string>>;
  /** Which variable keeps which part of the answer. */
  readonly keeps?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** A body that is not JSON. */
  readonly file?: { readonly contentType: string; readonly text: string };
}

/** Folders whose requests build on each other in another order than reading, changing, deleting. */
export const folderOrders: Readonly<Record<string, readonly string[]>> = {
  Webhooks: [
    'createWebhook',
    'listWebhooks',
    'getWebhook',
    'changeWebhook',
    'testWebhook',
    'listDeliveries',
    'getDelivery',
    'resendDelivery',
    'rotateWebhookSecret',
    'pauseWebhook',
    'resumeWebhook',
    'recoverWebhook',
    'getRecovery',
    'deleteWebhook',
  ],
  Media: [
    'uploadMedia',
    'listMedia',
    'getMedia',
    'getMediaLink',
    'downloadMedia',
    'getMediaUsage',
    'deleteMedia',
  ],
  Contacts: [
    'createContactField',
    'listContactFields',
    'changeContactField',
    'createContact',
    'upsertContact',
    'listContacts',
    'getContact',
    'changeContact',
    'upsertContacts',
    'changeContactTags',
    'listContactTags',
    'changeContactConsent',
    'getContactConsent',
    'mergeContacts',
    'listContactMerges',
    'undoContactMerge',
    'getContactSettings',
    'changeContactSettings',
    'uploadContactImport',
    'listContactImports',
    'getContactImport',
    'startContactImport',
    'cancelContactImport',
    'deleteContact',
    'eraseContact',
    'getErasure',
    'deleteContactField',
  ],
  Campaigns: [
    'createCampaign',
    'listCampaigns',
    'getCampaign',
    'changeCampaign',
    'preflightCampaign',
    'startCampaign',
    'listRecipients',
    'getCampaignStatistics',
    'pauseCampaign',
    'resumeCampaign',
    'retryCampaign',
    'cancelCampaign',
    'duplicateCampaign',
    'deleteCampaign',
  ],
};

const send = (body: string, keep: string): string[] => [
  `ask('POST', '/api/v1/messages/send', ${body}, (answer) => {`,
  `  pm.collectionVariables.set('${keep}', answer.json().message_id);`,
  '});',
];

/** A number that no contact has yet, so that a second run does not meet the first one. */
const newNumber = (variable: string): string =>
  `pm.collectionVariables.set('${variable}', '+9665' + String(Math.random()).slice(2, 10).padEnd(8, '0'));`;

/** Another contact, with a number of its own. */
const newContact = (number: string, id: string): string[] => [
  newNumber(number),
  `ask('POST', '/api/v1/contacts', { phone_number: pm.collectionVariables.get('${number}') }, (answer) => {`,
  `  pm.collectionVariables.set('${id}', answer.json().id);`,
  '});',
];

const tomorrow = "pm.collectionVariables.set('tomorrow', new Date(Date.now() + 86400000).toISOString());";

const contacts: Readonly<Record<string, Step>> = {
  createContactField: {
    prepare: ["pm.collectionVariables.set('fieldName', 'postman_' + Date.now());"],
    body: { name: '{{fieldName}}', type: 'text' },
  },
  changeContactField: { uses: { name: 'fieldName' }, body: { label: 'City' } },
  deleteContactField: { uses: { name: 'fieldName' } },
  createContact: {
    prepare: [newNumber('contactNumber')],
    body: { phone_number: '{{contactNumber}}', name: 'Sara', tags: ['postman'] },
  },
  upsertContact: { uses: { phone: 'contactNumber' }, body: { name: 'Sara Ali' } },
  changeContact: { body: { name: 'Sara' } },
  upsertContacts: {
    body: { contacts: [{ phone_number: '{{contactNumber}}', name: 'Sara', tags: ['postman'] }] },
  },
  changeContactTags: { body: { contact_ids: ['{{contactId}}'], add: ['vip'] } },
  changeContactConsent: { body: { state: 'opted_in', source: 'Postman' } },
  getContactSettings: { keeps: { addsWriters: 'adds_writers' } },
  changeContactSettings: { body: {} },
  uploadContactImport: {
    query: { file_name: 'contacts.csv' },
    file: { contentType: 'text/csv', text: 'phone,name\n{{contactNumber}},Sara\n' },
    keeps: { contactImportId: 'id' },
  },
  startContactImport: { body: { mapping: ['phone_number', 'name'], dry_run: true } },
  mergeContacts: {
    prepare: newContact('secondContactNumber', 'secondContactId'),
    body: { other_id: '{{secondContactId}}' },
    keeps: { contactMergeId: 'id' },
  },
  undoContactMerge: { uses: { id: 'contactMergeId' } },
  deleteContact: {
    uses: { id: 'thirdContactId' },
    prepare: newContact('thirdContactNumber', 'thirdContactId'),
  },
  eraseContact: { keeps: { erasureId: 'id' } },
};

const campaign = {
  name: 'Made by Postman',
  text: 'We are open until midnight.',
  audience: { recipients: [{ phone_number: '{{phoneNumber}}' }] },
  schedule_at: '{{tomorrow}}',
};

const campaigns: Readonly<Record<string, Step>> = {
  createCampaign: { prepare: [tomorrow], body: campaign },
  changeCampaign: { body: { name: 'Changed by Postman' } },
  startCampaign: { body: {} },
  retryCampaign: { body: {} },
  cancelCampaign: {
    uses: { id: 'scheduledCampaignId' },
    prepare: [
      "const people = [{ phone_number: pm.variables.get('phoneNumber') }];",
      "const draft = { name: 'Taken back by Postman', text: 'Nobody gets this.', audience: { recipients: people }, schedule_at: pm.variables.get('tomorrow') };",
      "ask('POST', '/api/v1/campaigns', draft, (answer) => {",
      '  const { id } = answer.json();',
      "  ask('POST', '/api/v1/campaigns/' + id + '/start', {}, () => pm.collectionVariables.set('scheduledCampaignId', id));",
      '});',
    ],
  },
  duplicateCampaign: { keeps: { draftCampaignId: 'id' } },
  deleteCampaign: { uses: { id: 'draftCampaignId' } },
};

export const journey: Readonly<Record<string, Step>> = {
  ...contacts,
  ...campaigns,
  sendMessage: {
    body: { to: '{{phoneNumber}}', type: 'text', message: 'Your appointment is on Sunday at 10:00.' },
    keeps: { messageId: 'message_id' },
  },
  sendMessageUnversioned: {
    body: {
      phone_number: '{{phoneNumber}}',
      message: 'Your appointment is on Sunday at 10:00.',
      type: 'text',
      channel: 'whatsapp',
    },
  },
  sendMessageBatch: {
    body: {
      messages: [
        { to: '{{phoneNumber}}', message: 'Your order is ready.' },
        { to: '{{phoneNumber}}', message: 'Hello {{$randomFirstName}}, it waits for you.' },
      ],
    },
  },
  cancelMessage: {
    uses: { id: 'scheduledMessageId' },
    prepare: send(
      `{ to: pm.variables.get('phoneNumber'), message: 'See you tomorrow.', schedule_at: new Date(Date.now() + 86400000).toISOString() }`,
      'scheduledMessageId',
    ),
  },
  retryMessage: {
    uses: { id: 'failedMessageId' },
    prepare: send(
      `{ to: pm.variables.get('failingNumber'), message: 'The simulator hangs up on this one.', on_unknown: 'fail' }`,
      'failedMessageId',
    ),
  },
  markMessageRead: {
    uses: { id: 'incomingMessageId' },
    body: { typing: true },
    prepare: [
      "ask('GET', '/api/v1/senders', undefined, (senders) => {",
      '  const { account } = senders.json().data.find((sender) => sender.is_simulated);',
      "  const hello = { from: '966501234599', type: 'text', text: { body: 'Hello' } };",
      "  ask('POST', '/simulator/control/numbers/' + account + '/inbound', hello, () => setTimeout(() => {",
      "    ask('GET', '/api/v1/messages?direction=in&limit=1', undefined, (messages) => {",
      "      pm.collectionVariables.set('incomingMessageId', messages.json().data[0].id);",
      '    });',
      '  }, 1000));',
      '});',
    ],
  },
  uploadMedia: {
    query: { filename: 'hello.txt' },
    file: { contentType: 'text/plain', text: 'Hello from Postman.' },
    keeps: { mediaId: 'id' },
  },
  retryRequest: {
    uses: { id: 'failedRequestId' },
    prepare: [
      "ask('POST', '/api/v1/messages/send', { to: '0501234567', message: 'No country code' }, (answer) => {",
      "  pm.collectionVariables.set('failedRequestId', answer.headers.get('X-Request-ID'));",
      '});',
    ],
  },
  sendEditedRequest: {
    uses: { id: 'failedRequestId' },
    body: { body: JSON.stringify({ to: '+966501234567', message: 'Your order is ready.' }) },
  },
  createWebhook: {
    body: {
      url: '{{webhookUrl}}',
      description: 'From Postman',
      events: ['incoming_message', 'message_status'],
    },
  },
  changeWebhook: { body: { deliveries_per_second: 20 } },
  testWebhook: { keeps: { deliveryId: 'delivery_id' } },
  recoverWebhook: { body: { since: '{{$isoTimestamp}}' }, keeps: { recoveryId: 'id' } },
  createSender: {
    body: { name: 'Made by Postman', provider: 'meta_cloud', fields: {}, is_simulated: true },
  },
  changeSender: { body: { name: 'Changed by Postman' } },
  saveRoutes: { body: { routes: [] } },
  createTemplate: {
    body: {
      name: 'postman_{{$timestamp}}',
      language: 'en',
      category: 'utility',
      components: [{ type: 'BODY', text: 'Your order is ready to be picked up.' }],
    },
    keeps: { templateId: 'id' },
  },
  changeTemplate: {
    body: { components: [{ type: 'BODY', text: 'Your order is ready for you.' }] },
    // The simulator takes a second for its review, and what is under review cannot be changed.
    prepare: ['setTimeout(() => undefined, 2500);'],
  },
  changeTemplateSettings: { body: { otp_template: null } },
  getCompany: { keeps: { companyName: 'name' } },
  changeCompany: { body: { name: '{{companyName}}' } },
};
