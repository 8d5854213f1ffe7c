// The resource Message as the editor shows it, and the request that each of its operations makes.

import type { INodeProperties } from '../../n8n-types';
import { addSendHeaders } from './add-send-headers';

/** Sheets and forms often hand over a number; the API takes strings only. Nothing else is turned into text. */
const numberAsText = '={{ typeof $value === "number" ? String($value) : $value }}';

const shownFor = (operation: string) => ({ show: { resource: ['message'], operation: [operation] } });

export const messageProperties: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['message'] } },
    options: [
      {
        name: 'Get',
        value: 'get',
        action: 'Get a message',
        description: 'Get a message and the status it has reached',
        routing: { request: { method: 'GET' } },
      },
      {
        name: 'Send',
        value: 'send',
        action: 'Send a message',
        description: 'Send a text message to one person',
        routing: {
          request: {
            method: 'POST',
            url: '/api/v1/messages/send',
            headers: { 'Content-Type': 'application/json' },
          },
          send: { preSend: [addSendHeaders] },
        },
      },
    ],
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
    displayOptions: shownFor('send'),
    routing: { send: { type: 'body', property: 'to', value: numberAsText } },
  },
  {
    displayName: 'Message',
    name: 'message',
    type: 'string',
    typeOptions: { rows: 4 },
    default: '',
    required: true,
    description: 'The text, up to 4,096 characters',
    displayOptions: shownFor('send'),
    routing: { send: { type: 'body', property: 'message', value: numberAsText } },
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    displayOptions: shownFor('send'),
    options: [
      {
        displayName: 'Answer as Soon as Stored',
        name: 'answerAsSoonAsStored',
        type: 'boolean',
        default: true,
        description:
          'Whether to go on as soon as the gateway has stored the message, instead of waiting until WhatsApp has taken it. Faster for many messages; the answer then says queued.',
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
    ],
  },
  {
    displayName: 'Message ID',
    name: 'messageId',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'msg_01kagx5p9ne0ps4a2v7qk3m8dz',
    description: 'The message_id of the answer to Send',
    displayOptions: shownFor('get'),
    routing: { request: { url: '=/api/v1/messages/{{ encodeURIComponent($value) }}' } },
  },
];
