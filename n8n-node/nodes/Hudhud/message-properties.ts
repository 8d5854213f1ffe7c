// The resource Message as the editor shows it, and the request that each of its operations makes.

import type { INodeProperties, INodePropertyOptions, INodePropertyRouting } from '../../n8n-types';
import { addContent } from './add-content';
import { addSendHeaders } from './add-send-headers';
import { contentKinds, sendOperations } from './content-kinds';
import { contentProperties } from './content-properties';
import { keepFile } from './keep-file';
import { emptyableBody, explained, inBody, inPath, json, shownFor } from './property-parts';

const sendOptions: INodeProperties[] = [
  {
    displayName: 'Answer as Soon as Stored',
    name: 'answerAsSoonAsStored',
    type: 'boolean',
    default: true,
    description:
      'Whether to go on as soon as the gateway has stored the message, instead of waiting until WhatsApp has taken it. Faster for many messages; the answer then says queued.',
  },
  {
    displayName: 'From',
    name: 'from',
    type: 'string',
    default: '',
    placeholder: '+966112345678',
    description: "Which sender sends it: its ID or its phone number. If empty, the company's default.",
    routing: inBody('from'),
  },
  {
    displayName: 'Idempotency Key',
    name: 'idempotencyKey',
    type: 'string',
    default: '',
    placeholder: 'e.g. order-1234-shipped',
    description:
      'Your own name for this message: the gateway sends it once for each key within 48 hours. Must differ for each message. If empty, a key is made from the execution and the item, so a retry in n8n never sends a message twice.',
  },
  {
    displayName: 'Reference',
    name: 'reference',
    type: 'string',
    default: '',
    placeholder: 'e.g. order-1234',
    description: 'A text of your own that comes back with the message and its events',
    routing: inBody('reference'),
  },
  {
    displayName: 'Reply To',
    name: 'replyTo',
    type: 'string',
    default: '',
    placeholder: 'msg_01kagx5p9ne0ps4a2v7qk3m8dz',
    description: 'The message that this one quotes',
    routing: inBody('reply_to'),
  },
  {
    displayName: 'Schedule At',
    name: 'scheduleAt',
    type: 'dateTime',
    default: '',
    description: 'When to send it, at most 30 days ahead',
    routing: {
      send: { type: 'body', property: 'schedule_at', value: '={{ new Date($value).toISOString() }}' },
    },
  },
  {
    displayName: 'Variables',
    name: 'variables',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    placeholder: 'Add Variable',
    default: {},
    description:
      'Values for the placeholders in all texts. In a text that is an expression, write a placeholder as {{ "{{name}}" }}.',
    options: [
      {
        displayName: 'Variable',
        name: 'values',
        values: [
          { displayName: 'Name', name: 'name', type: 'string', default: '' },
          {
            displayName: 'Value',
            name: 'value',
            type: 'string',
            default: '',
            routing: inBody('=variables.{{ $parent.name }}'),
          },
        ],
      },
    ],
  },
];

const sending: INodePropertyRouting = {
  request: {
    method: 'POST',
    url: '/api/v1/messages/send',
    headers: json,
  },
  send: { preSend: [addContent, addSendHeaders] },
  output: explained,
};

/** Apart from the property: n8n's linter cannot read a list that is put together inside of one. */
const operations: INodePropertyOptions[] = [
  {
    name: 'Download Media',
    value: 'downloadMedia',
    action: 'Download a file',
    description: 'Download the file of a message into a binary field',
    routing: {
      request: { method: 'GET', encoding: 'arraybuffer', json: false, headers: { Accept: '*/*' } },
      output: { postReceive: [keepFile] },
    },
  },
  {
    name: 'Get',
    value: 'get',
    action: 'Get a message',
    description: 'Get a message and the status it has reached',
    routing: { request: { method: 'GET' }, output: explained },
  },
  {
    name: 'Get Timeline',
    value: 'getTimeline',
    action: 'Get the timeline of a message',
    description: 'Get everything that happened to a message, in order',
    routing: { request: { method: 'GET' }, output: explained },
  },
  {
    name: 'Mark as Read',
    value: 'markRead',
    action: 'Mark a message as read',
    description: 'Show the person that their message was read',
    routing: emptyableBody('POST'),
  },
  ...Object.entries(contentKinds).map(([value, { name, action, description }]) => ({
    name,
    value,
    action,
    description,
    routing: sending,
  })),
];

const messageIdFor = (operation: string, after: string, description: string): INodeProperties => ({
  displayName: 'Message ID',
  name: 'messageId',
  type: 'string',
  default: '',
  required: true,
  placeholder: 'msg_01kagx5p9ne0ps4a2v7qk3m8dz',
  description,
  displayOptions: shownFor('message', operation),
  routing: inPath('/api/v1/messages/', after),
});

const sentMessage = 'The message_id of the answer to Send Text';

export const messageProperties: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['message'] } },
    options: operations,
    default: 'send',
  },
  {
    displayName: 'To',
    name: 'to',
    type: 'string',
    default: '',
    required: true,
    placeholder: '+966501234567',
    description: 'Phone number in international format, with the leading plus sign',
    displayOptions: shownFor('message', ...sendOperations),
    routing: inBody('to'),
  },
  ...contentProperties,
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    displayOptions: shownFor('message', ...sendOperations),
    options: sendOptions,
  },
  messageIdFor('get', '', sentMessage),
  messageIdFor('getTimeline', '/timeline', sentMessage),
  messageIdFor('markRead', '/read', 'The incoming message: message_id of the event'),
  {
    displayName: 'Media ID',
    name: 'mediaId',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'med_01kagx5p9ne0ps4a2v7qk3m8dz',
    description: 'The file: media.ID of the event of an incoming message',
    displayOptions: shownFor('message', 'downloadMedia'),
    routing: inPath('/api/v1/media/', '/content'),
  },
  {
    displayName: 'Put Output in Field',
    name: 'outputField',
    type: 'string',
    default: 'data',
    required: true,
    description: 'The binary field that the file is put into',
    displayOptions: shownFor('message', 'downloadMedia'),
  },
];
