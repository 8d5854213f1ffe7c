// The fields of a contact, and the filters of a list of contacts.

import type { INodeProperties, INodePropertyOptions } from '../../n8n-types';
import { inBody, inQuery, listInBody } from './property-parts';

const consentStates: INodePropertyOptions[] = [
  { name: 'Opted In', value: 'opted_in' },
  { name: 'Opted Out', value: 'opted_out' },
];
const allConsentStates: INodePropertyOptions[] = [...consentStates, { name: 'Unknown', value: 'unknown' }];

const consent: INodeProperties = {
  displayName: 'Consent',
  name: 'consent',
  type: 'options',
  default: 'opted_in',
  options: consentStates,
};

const consentToTell: INodeProperties = {
  ...consent,
  description: 'Whether the person wants to get messages. Somebody who has opted out stays so.',
  routing: inBody('consent.state'),
};

const consentSource: INodeProperties = {
  displayName: 'Consent Source',
  name: 'consentSource',
  type: 'string',
  default: '',
  placeholder: 'e.g. order form',
  description: 'Where the consent comes from. Only together with Consent.',
  routing: inBody('consent.source'),
};

const customFields: INodeProperties = {
  displayName: 'Custom Fields',
  name: 'customFields',
  type: 'fixedCollection',
  typeOptions: { multipleValues: true },
  placeholder: 'Add Custom Field',
  default: {},
  description: 'Values of your own fields; placeholders in messages use them',
  options: [
    {
      displayName: 'Custom Field',
      name: 'values',
      values: [
        { displayName: 'Name', name: 'name', type: 'string', default: '', placeholder: 'e.g. city' },
        {
          displayName: 'Value',
          name: 'value',
          type: 'string',
          default: '',
          // Fields have types of their own, so a number stays one here.
          routing: { send: { type: 'body', property: '=fields.{{ $parent.name }}' } },
        },
      ],
    },
  ],
};

const language: INodeProperties = {
  displayName: 'Language',
  name: 'language',
  type: 'string',
  default: '',
  placeholder: 'e.g. ar',
  description: 'Language of the person, such as ar or en-GB',
};

const storeId: INodeProperties = {
  displayName: 'Store ID',
  name: 'storeId',
  type: 'string',
  default: '',
  placeholder: 'store_01kagx5p9ne0ps4a2v7qk3m8dz',
};

const tags: INodeProperties = {
  displayName: 'Tags',
  name: 'tags',
  type: 'string',
  default: '',
  placeholder: 'e.g. vip, riyadh',
};

export const contactDetails = ({ withConsent = false, withPhoneNumber = false }): INodeProperties[] => [
  ...(withConsent ? [consentToTell, consentSource] : []),
  customFields,
  { ...language, routing: inBody('language') },
  {
    displayName: 'Name',
    name: 'name',
    type: 'string',
    default: '',
    description: 'Name of the person',
    routing: inBody('name'),
  },
  {
    displayName: 'Notes',
    name: 'notes',
    type: 'string',
    typeOptions: { rows: 3 },
    default: '',
    description: 'What people should know',
    routing: inBody('notes'),
  },
  ...(withPhoneNumber
    ? [
        {
          displayName: 'Phone Number',
          name: 'phoneNumber',
          type: 'string' as const,
          default: '',
          placeholder: '+966501234567',
          routing: inBody('phone_number'),
        },
      ]
    : []),
  { ...storeId, description: 'The store the person belongs to', routing: inBody('store_id') },
  { ...tags, description: 'All tags of the person, separated by commas', routing: listInBody('tags') },
];

export const contactFilters: INodeProperties[] = [
  { ...consent, options: allConsentStates, routing: inQuery('consent') },
  { ...language, description: 'Only people with this language', routing: inQuery('language') },
  {
    displayName: 'Search',
    name: 'search',
    type: 'string',
    default: '',
    description: 'Beginnings of words of the name, or the beginning or the end of the number',
    routing: inQuery('q'),
  },
  {
    displayName: 'Segment ID',
    name: 'segmentId',
    type: 'string',
    default: '',
    description: 'Only people of this segment',
    routing: inQuery('segment_id'),
  },
  { ...storeId, description: 'Only people of this store', routing: inQuery('store_id') },
  {
    ...tags,
    description: 'Only people with all of these tags, separated by commas',
    routing: inQuery('tag'),
  },
];
