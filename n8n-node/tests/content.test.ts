import { describe, expect, it } from 'vitest';
import type { INodeProperties, INodePropertyOptions } from '../n8n-types';
import { sendOperations } from '../nodes/Hudhud/content-kinds';
import { fileNameIn, keepFile } from '../nodes/Hudhud/keep-file';
import { contextOf, type Item } from './declarative-request';
import { useNodeStage } from './node-stage';

const stage = useNodeStage();

const to = '+966501234567';
const parametersOf = (operation: string, more: object) => ({ resource: 'message', operation, to, ...more });
const bodyOf = async (operation: string, more: object, item: Partial<Item> = {}) =>
  (await stage.request({ ...item, parameters: parametersOf(operation, more) })).body;

const byId = { fileFrom: 'id', mediaId: 'med_1' };
const message = 'Hello';

/** What is filled in, and the body that the gateway gets besides `to`. */
const samples: Readonly<Record<string, readonly [filled: object, body: object]>> = {
  send: [{ message }, { message }],
  sendImage: [
    { ...byId, message },
    { type: 'image', media: { id: 'med_1' }, message },
  ],
  sendVideo: [
    { fileFrom: 'url', mediaUrl: 'https://example.com/v.mp4' },
    { type: 'video', media: { url: 'https://example.com/v.mp4' } },
  ],
  sendAudio: [
    { ...byId, voice: true },
    { type: 'audio', media: { id: 'med_1' }, voice: true },
  ],
  sendDocument: [
    { ...byId, filename: 'invoice.pdf' },
    { type: 'document', media: { id: 'med_1', filename: 'invoice.pdf' } },
  ],
  sendSticker: [byId, { type: 'sticker', media: { id: 'med_1' } }],
  sendLocation: [
    { latitude: 24.71, longitude: 46.67, placeName: 'Clinic' },
    { type: 'location', location: { latitude: 24.71, longitude: 46.67, name: 'Clinic' } },
  ],
  sendContacts: [
    { contacts: { values: [{ name: 'Dr. Haddad', phone: 966500000001, organization: 'Al Noor' }] } },
    {
      type: 'contacts',
      contacts: [
        {
          name: { formatted: 'Dr. Haddad', first: 'Dr. Haddad' },
          phones: [{ number: '966500000001' }],
          organization: { company: 'Al Noor' },
        },
      ],
    },
  ],
  sendReaction: [
    { targetId: 'msg_1', emoji: '' },
    { type: 'reaction', reaction: { message_id: 'msg_1', emoji: '' } },
  ],
  sendButtons: [
    {
      message,
      header: 'Hi',
      footer: 'Bye',
      buttons: { values: [{ title: 'Yes' }, { title: 'No', id: 'n' }] },
    },
    {
      type: 'buttons',
      message,
      header: { text: 'Hi' },
      footer: 'Bye',
      buttons: [
        { id: 'Yes', title: 'Yes' },
        { id: 'n', title: 'No' },
      ],
    },
  ],
  sendList: [
    {
      message,
      listButton: 'Times',
      rows: {
        values: [
          { section: 'Morning', title: '09:00', description: 'Dr. Haddad' },
          { section: 'Evening', title: '18:00' },
          { section: 'Morning', title: '10:00', id: 't10' },
        ],
      },
    },
    {
      type: 'list',
      message,
      list: {
        button: 'Times',
        sections: [
          {
            title: 'Morning',
            rows: [
              { id: '09:00', title: '09:00', description: 'Dr. Haddad' },
              { id: 't10', title: '10:00' },
            ],
          },
          { title: 'Evening', rows: [{ id: '18:00', title: '18:00' }] },
        ],
      },
    },
  ],
  sendLink: [
    { message, linkTitle: 'Open', linkUrl: 'https://example.com' },
    { type: 'link', message, link: { title: 'Open', url: 'https://example.com' } },
  ],
  sendTemplate: [
    {
      template: 'order_update en_US',
      templateValues: {
        mappingMode: 'defineBelow',
        value: { 'variable.1': 'Sara', 'variable.2': 1042, 'button.0': '', 'header.image': 'med_1' },
      },
    },
    {
      type: 'template',
      template: {
        name: 'order_update',
        language: 'en_US',
        variables: { '1': 'Sara', '2': '1042' },
        header: { media: { id: 'med_1' } },
      },
    },
  ],
  sendLocationRequest: [{ message }, { type: 'location_request', message }],
  sendFlow: [
    { message, flowId: '1', flowButton: 'Book' },
    { type: 'flow', message, flow: { id: '1', button: 'Book' } },
  ],
  sendProduct: [
    { catalogId: '1', productId: 'shoe' },
    { type: 'product', product: { catalog_id: '1', product_id: 'shoe' } },
  ],
  sendProducts: [
    { message, catalogId: '1', productsHeader: 'Shop', productSections: '[{"product_ids":["shoe"]}]' },
    {
      type: 'products',
      message,
      products: { catalog_id: '1', header: 'Shop', sections: [{ product_ids: ['shoe'] }] },
    },
  ],
  sendCatalog: [{ message }, { type: 'catalog', message }],
  sendCarousel: [
    { message, cards: [{ header: {} }] },
    { type: 'carousel', message, carousel: { cards: [{ header: {} }] } },
  ],
  sendInteractive: [
    { interactive: '{"type":"button"}' },
    { type: 'interactive', interactive: { type: 'button' } },
  ],
};

describe('every type', () => {
  it.each(sendOperations)('of %s becomes the body that the API takes', async (operation) => {
    const [filled, body] = samples[operation] ?? [{}, {}];
    expect(await bodyOf(operation, filled)).toEqual({ to, ...body });
  });

  it('has an operation, in the order of the alphabet', () => {
    const property = stage.node.description.properties.find(
      ({ name, displayOptions }) =>
        name === 'operation' && displayOptions?.show?.resource?.includes('message'),
    ) as INodeProperties;
    const names = (property.options as INodePropertyOptions[]).map(({ name }) => name);
    expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other)));
  });

  it('quotes a message and fills from the item', async () => {
    const more = { message: '=Hi {{ $json.name }}', options: { replyTo: 'msg_7' } };
    const body = await bodyOf(
      'sendButtons',
      { ...more, buttons: { values: [{ title: 'Yes' }] } },
      { json: { name: 'Sara' } },
    );
    expect(body).toMatchObject({ message: 'Hi Sara', reply_to: 'msg_7' });
  });
});

describe('a file that the item carries', () => {
  const binary = { data: { bytes: Buffer.from('%PDF'), mimeType: 'application/pdf', fileName: 'a b.pdf' } };

  it('is uploaded with its type and name, and sent by its id', async () => {
    const item = { parameters: parametersOf('sendDocument', { fileFrom: 'binary' }), binary };
    const answer = await stage.run(item);
    expect(answer.status).toBe(200);
    expect([...stage.gateway.files.values()]).toEqual([
      { bytes: '%PDF', mimeType: 'application/pdf', filename: 'a b.pdf' },
    ]);
  });

  it('makes the same message when the node is tried again', async () => {
    const item = {
      parameters: parametersOf('sendImage', { fileFrom: 'binary' }),
      binary,
      executionId: '41',
      resumeToken: '5f0c9d',
    };
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await stage.run(item);
    }
    expect(stage.gateway.messages).toHaveLength(1);
  });

  it('that is refused says why, in the words of the gateway', async () => {
    const empty = { data: { bytes: Buffer.alloc(0), mimeType: 'image/png' } };
    const item = { parameters: parametersOf('sendImage', { fileFrom: 'binary' }), binary: empty };
    await expect(stage.request(item)).rejects.toMatchObject({
      message: 'media_empty',
      description: expect.stringContaining('The file is empty.'),
    });
  });
});

describe('Download Media', () => {
  const parameters = {
    resource: 'message',
    operation: 'downloadMedia',
    mediaId: 'med_1',
    outputField: 'file',
  };
  const context = () => contextOf({ parameters }, parameters, {}, stage.credential);

  it('asks for the bytes', async () => {
    expect(await stage.request({ parameters })).toMatchObject({
      method: 'GET',
      url: '/api/v1/media/med_1/content',
      encoding: 'arraybuffer',
    });
  });

  it('puts them into the field, with their name and type', async () => {
    const headers = {
      'content-type': 'application/pdf; charset=binary',
      'content-disposition': 'attachment; filename="_.pdf"; filename*=UTF-8\'\'%D9%81.pdf',
    };
    const items = await keepFile.call(context(), [], { statusCode: 200, headers, body: Buffer.from('%PDF') });
    expect(items).toEqual([
      {
        json: { media_id: 'med_1', mime_type: 'application/pdf', bytes: 4, filename: 'ف.pdf' },
        binary: { file: { data: 'JVBERg==', mimeType: 'application/pdf', fileName: 'ف.pdf' } },
      },
    ]);
    expect(fileNameIn('inline; filename="a.png"')).toBe('a.png');
    expect(fileNameIn('inline')).toBeUndefined();
  });

  it('reports a refusal, which comes as bytes too', async () => {
    const body = Buffer.from('{"title":"Gone","code":"media_gone"}');
    await expect(keepFile.call(context(), [], { statusCode: 410, headers: {}, body })).rejects.toMatchObject({
      message: 'Gone',
    });
  });
});
