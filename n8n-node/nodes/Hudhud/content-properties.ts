// The fields of what can be sent, as the editor shows them. They have no routing of their own: add-content.ts reads them and
// writes the body, because lists of objects and files are beyond what n8n's routing can say.

import type { INodeProperties } from '../../n8n-types';
import {
  bodyOperations,
  captionOperations,
  fileOperations,
  footerOperations,
  headerOperations,
} from './content-kinds';
import { shownFor } from './property-parts';

type Field = Omit<INodeProperties, 'displayOptions'>;

const fieldsOf = (operations: readonly string[], fields: readonly Field[]): INodeProperties[] =>
  fields.map((field) => ({ ...field, displayOptions: shownFor('message', ...operations) }));

const text = (displayName: string, name: string, more: Partial<Field> = {}): Field => ({
  displayName,
  name,
  type: 'string',
  default: '',
  ...more,
});
const needed = (displayName: string, name: string, more: Partial<Field> = {}): Field =>
  text(displayName, name, { required: true, ...more });

const many = (
  displayName: string,
  name: string,
  item: string,
  values: INodeProperties[],
  description: string,
): Field => ({
  displayName,
  name,
  type: 'fixedCollection',
  typeOptions: { multipleValues: true },
  placeholder: `Add ${item}`,
  default: {},
  description,
  options: [{ displayName: item, name: 'values', values }],
});

const json = (displayName: string, name: string, example: string, description: string): Field => ({
  displayName,
  name,
  type: 'json',
  default: example,
  required: true,
  description,
});

const fileFields: INodeProperties[] = [
  ...fieldsOf(fileOperations, [
    {
      displayName: 'File From',
      name: 'fileFrom',
      type: 'options',
      noDataExpression: true,
      options: [
        { name: 'Binary Field', value: 'binary', description: 'A file that the item carries' },
        { name: 'Media ID', value: 'id', description: 'A file that is at the gateway already' },
        { name: 'URL', value: 'url', description: 'A file that the gateway fetches, once' },
      ],
      default: 'binary',
    },
  ]),
  ...(
    [
      [
        'binary',
        needed('Input Binary Field', 'binaryField', { default: 'data', hint: 'The name of the field' }),
      ],
      ['id', needed('Media ID', 'mediaId', { placeholder: 'med_01kagx5p9ne0ps4a2v7qk3m8dz' })],
      ['url', needed('File URL', 'mediaUrl', { placeholder: 'https://example.com/invoice.pdf' })],
    ] as const
  ).map(([from, field]) => ({
    ...field,
    displayOptions: { show: { resource: ['message'], operation: [...fileOperations], fileFrom: [from] } },
  })),
  ...fieldsOf(
    ['sendDocument'],
    [text('File Name', 'filename', { description: 'What the person sees. If empty, the name of the file.' })],
  ),
  ...fieldsOf(
    ['sendAudio'],
    [
      {
        displayName: 'Voice Message',
        name: 'voice',
        type: 'boolean',
        default: false,
        description: 'Whether it is shown as recorded with the microphone. OGG with Opus only.',
      },
    ],
  ),
];

const textFields: INodeProperties[] = [
  ...fieldsOf(bodyOperations, [
    needed('Message', 'message', {
      typeOptions: { rows: 4 },
      description: 'The text that the person reads',
    }),
  ]),
  ...fieldsOf(captionOperations, [
    text('Caption', 'message', { typeOptions: { rows: 2 }, description: 'The text under it' }),
  ]),
  ...fieldsOf(['sendProduct'], [text('Message', 'message', { typeOptions: { rows: 2 } })]),
  ...fieldsOf(headerOperations, [text('Header', 'header', { description: 'A line above the text' })]),
  ...fieldsOf(footerOperations, [text('Footer', 'footer', { description: 'A small line under the text' })]),
];

const placeFields = fieldsOf(
  ['sendLocation'],
  [
    { displayName: 'Latitude', name: 'latitude', type: 'number', default: 0, required: true },
    { displayName: 'Longitude', name: 'longitude', type: 'number', default: 0, required: true },
    text('Name', 'placeName', { description: 'Name of the place' }),
    text('Address', 'placeAddress', { description: 'Address of the place' }),
  ],
);

const pressedFields: INodeProperties[] = [
  ...fieldsOf(
    ['sendButtons'],
    [
      many(
        'Buttons',
        'buttons',
        'Button',
        [
          needed('Title', 'title'),
          text('ID', 'id', { description: 'Comes back when it is pressed. If empty, the title.' }),
        ],
        'One to three, with titles of up to 20 characters',
      ),
    ],
  ),
  ...fieldsOf(
    ['sendList'],
    [
      needed('Button', 'listButton', { description: 'What opens the list' }),
      many(
        'Rows',
        'rows',
        'Row',
        [
          text('Description', 'description'),
          text('ID', 'id', { description: 'Comes back when it is chosen. If empty, the title.' }),
          text('Section', 'section', { description: 'Rows of the same section stand together' }),
          needed('Title', 'title'),
        ],
        'Up to ten',
      ),
    ],
  ),
  ...fieldsOf(
    ['sendLink'],
    [needed('Button', 'linkTitle'), needed('Address', 'linkUrl', { placeholder: 'https://example.com' })],
  ),
  ...fieldsOf(
    ['sendFlow'],
    [
      needed('Flow ID', 'flowId'),
      needed('Button', 'flowButton', { description: 'What opens the form' }),
      text('First Screen', 'flowScreen'),
      text('Token', 'flowToken', { description: 'Comes back with the answer' }),
    ],
  ),
  ...fieldsOf(
    ['sendReaction'],
    [
      needed('Message ID', 'targetId', {
        placeholder: 'msg_01kagx5p9ne0ps4a2v7qk3m8dz',
        description: 'The message to react to',
      }),
      text('Emoji', 'emoji', { default: '👍', description: 'If empty, the reaction is taken back' }),
    ],
  ),
];

const peopleFields = fieldsOf(
  ['sendContacts'],
  [
    many(
      'Contacts',
      'contacts',
      'Contact',
      [
        text('Email', 'email', { placeholder: 'name@email.com' }),
        needed('Name', 'name'),
        text('Organization', 'organization'),
        text('Phone', 'phone'),
      ],
      'The contact cards',
    ),
  ],
);

const shopFields: INodeProperties[] = [
  ...fieldsOf(['sendProduct', 'sendProducts'], [needed('Catalog ID', 'catalogId')]),
  ...fieldsOf(['sendProduct'], [needed('Product ID', 'productId')]),
  ...fieldsOf(
    ['sendProducts'],
    [
      needed('Header', 'productsHeader', { description: 'The line above the text' }),
      json(
        'Sections',
        'productSections',
        '[{ "title": "Shoes", "product_ids": ["shoe-42"] }]',
        'Up to 30 products in all',
      ),
    ],
  ),
  ...fieldsOf(
    ['sendCatalog'],
    [
      text('Thumbnail Product ID', 'thumbnailId', {
        description: 'Whose picture is shown. If empty, the first.',
      }),
    ],
  ),
  ...fieldsOf(
    ['sendCarousel'],
    [
      json(
        'Cards',
        'cards',
        '[{ "header": { "type": "image", "media": { "url": "https://example.com/1.jpg" } }, "link": { "title": "Open", "url": "https://example.com" } }]',
        'Two to ten cards, as in the API reference',
      ),
    ],
  ),
  ...fieldsOf(
    ['sendInteractive'],
    [json('Interactive', 'interactive', '{}', 'Sent as it is: it works with that provider only')],
  ),
];

export const contentProperties: INodeProperties[] = [
  {
    displayName: 'Template Name or ID',
    name: 'template',
    type: 'options',
    default: '',
    required: true,
    description:
      'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
    typeOptions: { loadOptionsMethod: 'getTemplates' },
    displayOptions: shownFor('message', 'sendTemplate'),
  },
  {
    displayName: 'Values',
    name: 'templateValues',
    type: 'resourceMapper',
    noDataExpression: true,
    default: { mappingMode: 'defineBelow', value: null },
    description:
      'What the template takes. A file is named by its address or by the ID of an upload, a place as "latitude, longitude". What is left empty is taken from the contact.',
    typeOptions: {
      loadOptionsDependsOn: ['template'],
      resourceMapper: {
        resourceMapperMethod: 'getTemplateFields',
        mode: 'add',
        fieldWords: { singular: 'value', plural: 'values' },
        addAllFields: true,
        supportAutoMap: false,
      },
    },
    displayOptions: shownFor('message', 'sendTemplate'),
  },
  ...fileFields,
  ...textFields,
  ...placeFields,
  ...peopleFields,
  ...pressedFields,
  ...shopFields,
];
