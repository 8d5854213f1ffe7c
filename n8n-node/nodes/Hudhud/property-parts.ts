// Common parts of the node's resources: how they are shown, how values travel, how lists are read.

import type { INodeProperties, INodePropertyRouting } from '../../n8n-types';
import { explainRefusal } from './explain-refusal';
import { keepEmptyBody } from './keep-empty-body';
import { readPages } from './read-pages';

/** Sheets and forms often hand over a number; the API takes strings only. Nothing else is turned into text. */
const numberAsText = '={{ typeof $value === "number" ? String($value) : $value }}';

/** "a, b" and ["a", "b"] are both two of them. */
const listFromText =
  '={{ Array.isArray($value) ? $value : String($value).split(",").map((part) => part.trim()).filter((part) => part !== "") }}';

export const shownFor = (resource: string, ...operations: string[]) => ({
  show: { resource: [resource], operation: operations },
});

export const inBody = (property: string): INodePropertyRouting => ({
  send: { type: 'body', property, value: numberAsText },
});

export const listInBody = (property: string): INodePropertyRouting => ({
  send: { type: 'body', property, value: listFromText },
});

export const inQuery = (property: string): INodePropertyRouting => ({
  send: { type: 'query', property, value: numberAsText },
});

/** A path with the value of the property in it, which can lead to no other path. */
export const inPath = (before: string, after = ''): INodePropertyRouting => ({
  request: { url: `=${before}{{ encodeURIComponent($value) }}${after}` },
});

/** Every operation reads its answer first of all for a refusal. */
export const explained = { postReceive: [explainRefusal] };

export const json = { 'Content-Type': 'application/json' };

/** A request whose body may hold nothing. */
export const emptyableBody = (method: 'POST' | 'PUT' | 'PATCH'): INodePropertyRouting => ({
  request: { method, headers: json },
  send: { preSend: [keepEmptyBody] },
  output: explained,
});

export const listRouting = (url: string): INodePropertyRouting => ({
  request: { method: 'GET', url },
  output: explained,
  send: { paginate: true },
  operations: { pagination: readPages },
});

/** The gateway answers a deletion with nothing; a workflow goes on with an item. */
export const deletionRouting: INodePropertyRouting = {
  request: { method: 'DELETE' },
  output: {
    postReceive: [explainRefusal, { type: 'set', properties: { value: '={{ ({ deleted: true }) }}' } }],
  },
};

export const howMany = (resource: string): INodeProperties[] => [
  {
    displayName: 'Return All',
    name: 'returnAll',
    type: 'boolean',
    default: false,
    description: 'Whether to return all results or only up to a given limit',
    displayOptions: shownFor(resource, 'getAll'),
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 50,
    description: 'Max number of results to return',
    displayOptions: { show: { resource: [resource], operation: ['getAll'], returnAll: [false] } },
  },
];
