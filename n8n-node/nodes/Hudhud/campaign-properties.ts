// The resource Campaign as the editor shows it, and the request that each of its operations makes.

import type { INodeProperties } from '../../n8n-types';
import { explained, howMany, inPath, listRouting, shownFor } from './property-parts';

const home = '/api/v1/campaigns';

const operations: INodeProperties = {
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  displayOptions: { show: { resource: ['campaign'] } },
  options: [
    {
      name: 'Get',
      value: 'get',
      action: 'Get a campaign',
      description: 'Get a campaign and the state it is in',
      routing: { request: { method: 'GET' }, output: explained },
    },
    {
      name: 'Get Many',
      value: 'getAll',
      action: 'Get many campaigns',
      description: 'Get many campaigns, the latest first',
      routing: listRouting(home),
    },
    {
      name: 'Get Statistics',
      value: 'getStatistics',
      action: 'Get the statistics of a campaign',
      description: 'Get how many were sent, delivered, read and failed',
      routing: { request: { method: 'GET' }, output: explained },
    },
    {
      name: 'Pause',
      value: 'pause',
      action: 'Pause a campaign',
      description: 'Stop sending until the campaign is resumed',
      routing: { request: { method: 'POST' }, output: explained },
    },
    {
      name: 'Start',
      value: 'start',
      action: 'Start a campaign',
      description: 'Send a campaign that was prepared',
      routing: { request: { method: 'POST' }, output: explained },
    },
  ],
  default: 'getAll',
};

const campaignId: INodeProperties = {
  displayName: 'Campaign Name or ID',
  name: 'campaignId',
  type: 'options',
  default: '',
  required: true,
  description:
    'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
  typeOptions: {
    loadOptions: {
      routing: {
        request: { method: 'GET', url: home, qs: { limit: 200 } },
        output: {
          postReceive: [
            ...explained.postReceive,
            { type: 'rootProperty', properties: { property: 'data' } },
            {
              type: 'setKeyValue',
              properties: { name: '={{ $responseItem.name }}', value: '={{ $responseItem.id }}' },
            },
          ],
        },
      },
    },
  },
};

const idFor = (operation: string, after = ''): INodeProperties => ({
  ...campaignId,
  displayOptions: shownFor('campaign', operation),
  routing: inPath(`${home}/`, after),
});

export const campaignProperties: INodeProperties[] = [
  operations,
  idFor('get'),
  idFor('getStatistics', '/statistics'),
  idFor('pause', '/pause'),
  idFor('start', '/start'),
  {
    displayName: 'Leave Out',
    name: 'exclude',
    type: 'multiOptions',
    default: [],
    description:
      'Whom to leave out. A campaign with such people does not start unless they are left out on purpose.',
    displayOptions: shownFor('campaign', 'start'),
    options: [
      { name: 'Duplicate Numbers', value: 'duplicate' },
      { name: 'Invalid Numbers', value: 'invalid_phone_number' },
      { name: 'People Who Lack a Placeholder', value: 'placeholder_unresolved' },
      { name: 'People Who Opted Out', value: 'opted_out' },
    ],
    routing: { send: { type: 'body', property: 'exclude' } },
  },
  ...howMany('campaign'),
];
