// The resource Contact as the editor shows it, and the request that each of its operations makes.

import type { INodeProperties } from '../../n8n-types';
import { contactDetails, contactFilters } from './contact-fields';
import {
  deletionRouting,
  emptyableBody,
  explained,
  howMany,
  inBody,
  inPath,
  json,
  listRouting,
  shownFor,
} from './property-parts';

const home = '/api/v1/contacts';

const operations: INodeProperties = {
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  displayOptions: { show: { resource: ['contact'] } },
  options: [
    {
      name: 'Create',
      value: 'create',
      action: 'Create a contact',
      description: 'Add a person; refused when there is one with this number already',
      routing: { request: { method: 'POST', url: home, headers: json }, output: explained },
    },
    {
      name: 'Create or Update',
      value: 'upsert',
      action: 'Create or update a contact',
      description: 'Create a new record, or update the current one if it already exists (upsert)',
      routing: emptyableBody('PUT'),
    },
    {
      name: 'Delete',
      value: 'delete',
      action: 'Delete a contact',
      description: 'Delete a contact; messages stay',
      routing: deletionRouting,
    },
    {
      name: 'Get',
      value: 'get',
      action: 'Get a contact',
      description: 'Get a contact by its ID',
      routing: { request: { method: 'GET' }, output: explained },
    },
    {
      name: 'Get Many',
      value: 'getAll',
      action: 'Get many contacts',
      description: 'Get many contacts, the latest first',
      routing: listRouting(home),
    },
    {
      name: 'Update',
      value: 'update',
      action: 'Update a contact',
      description: 'Change a contact; what is left out stays',
      routing: emptyableBody('PATCH'),
    },
  ],
  default: 'upsert',
};

const phoneNumber = {
  displayName: 'Phone Number',
  name: 'phoneNumber',
  type: 'string',
  default: '',
  required: true,
  placeholder: '+966501234567',
  description: 'Phone number in international format, with the leading plus sign',
} as const;

export const contactProperties: INodeProperties[] = [
  operations,
  { ...phoneNumber, displayOptions: shownFor('contact', 'create'), routing: inBody('phone_number') },
  {
    ...phoneNumber,
    displayOptions: shownFor('contact', 'upsert'),
    routing: inPath(`${home}/by-phone/`),
  },
  {
    displayName: 'Contact ID',
    name: 'contactId',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'con_01kagx5p9ne0ps4a2v7qk3m8dz',
    displayOptions: shownFor('contact', 'get', 'update', 'delete'),
    routing: inPath(`${home}/`),
  },
  {
    displayName: 'Additional Fields',
    name: 'additionalFields',
    type: 'collection',
    placeholder: 'Add Field',
    default: {},
    displayOptions: shownFor('contact', 'create', 'upsert'),
    options: contactDetails({ withConsent: true }),
  },
  {
    displayName: 'Update Fields',
    name: 'updateFields',
    type: 'collection',
    placeholder: 'Add Field',
    default: {},
    displayOptions: shownFor('contact', 'update'),
    options: contactDetails({ withPhoneNumber: true }),
  },
  ...howMany('contact'),
  {
    displayName: 'Filters',
    name: 'filters',
    type: 'collection',
    placeholder: 'Add Filter',
    default: {},
    displayOptions: shownFor('contact', 'getAll'),
    options: contactFilters,
  },
];
