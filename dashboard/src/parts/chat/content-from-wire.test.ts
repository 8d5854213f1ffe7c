import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../queries/simulator.ts';
import { contentFromWire } from './content-from-wire.ts';

const message = (type: string, content: unknown, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: 'wamid.1',
  direction: 'out',
  type,
  text: 'line',
  at: 1,
  status: 'sent',
  error_code: null,
  reactions: [],
  content,
  ...more,
});

const shown = (type: string, content: unknown, more?: Partial<ChatMessage>) =>
  contentFromWire('200', message(type, content, more));

describe('a message of the simulated phone', () => {
  it('names its file by the number that it belongs to', () => {
    const files = [{ id: '7', mime_type: 'application/pdf', bytes: 99, filename: 'a.pdf' }];
    expect(shown('document', { id: '7', caption: 'Invoice' }, { files })).toMatchObject({
      file: { place: { kind: 'simulator', account: '200', id: '7' }, filename: 'a.pdf', bytes: 99 },
      text: 'Invoice',
    });
    expect(shown('image', { link: 'https://example.com/x.png' }).file?.place).toEqual({
      kind: 'elsewhere',
      url: 'https://example.com/x.png',
    });
  });

  it('shows buttons with their header, and a list with its rows', () => {
    const buttons = {
      type: 'button',
      header: { type: 'image', image: { id: '7' } },
      body: { text: 'Does Tuesday suit you?' },
      footer: { text: 'Al Noor' },
      action: { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'Yes' } }] },
    };
    expect(shown('interactive', buttons)).toMatchObject({
      file: { kind: 'image', place: { id: '7' } },
      text: 'Does Tuesday suit you?',
      footer: 'Al Noor',
      actions: [{ kind: 'reply', id: 'yes', title: 'Yes' }],
    });
    const list = {
      type: 'list',
      body: { text: 'Choose' },
      action: { button: 'Times', sections: [{ title: 'Morning', rows: [{ id: 't9', title: '09:00' }] }] },
    };
    expect(shown('interactive', list).actions).toEqual([
      {
        kind: 'list',
        title: 'Times',
        sections: [{ title: 'Morning', rows: [{ id: 't9', title: '09:00', description: undefined }] }],
      },
    ]);
  });

  it.each([
    ['cta_url', { name: 'cta_url', parameters: { display_text: 'Open', url: 'https://x.example' } }, 'link'],
    ['location_request_message', { name: 'send_location' }, 'location'],
    ['flow', { name: 'flow', parameters: { flow_cta: 'Book' } }, 'flow'],
    ['catalog_message', { name: 'catalog_message' }, 'catalog'],
    ['product', { catalog_id: '1', product_retailer_id: 'shoe' }, 'product'],
    ['product_list', { catalog_id: '1', sections: [] }, 'products'],
  ])('of %s offers what can be pressed', (type, action, kind) => {
    expect(shown('interactive', { type, body: { text: 'x' }, action }).actions).toMatchObject([{ kind }]);
  });

  it('shows what the person chose', () => {
    const list = { type: 'list_reply', list_reply: { id: 't9', title: '09:00', description: 'Dr.' } };
    expect(shown('interactive', list).choice).toEqual({ kind: 'list', title: '09:00', description: 'Dr.' });
    expect(shown('button', { payload: 'x', text: 'Confirm' }).choice?.title).toBe('Confirm');
  });

  it('shows cards, places, orders, templates, and what was deleted', () => {
    const card = { name: { formatted_name: 'Lucía' }, phones: [{ phone: '+1' }], org: { company: 'Shop' } };
    expect(shown('contacts', [card]).cards).toMatchObject([
      { name: 'Lucía', phones: ['+1'], organization: 'Shop' },
    ]);
    expect(shown('location', { latitude: 24.7, longitude: 46.6 }).place).toMatchObject({ latitude: 24.7 });
    const order = { product_items: [{ product_retailer_id: 'shoe', quantity: 2, item_price: 30 }] };
    expect(shown('order', order).order).toMatchObject([{ id: 'shoe', quantity: 2, price: 30 }]);
    const rendered = {
      header: 'Hi',
      body: 'Text',
      footer: null,
      buttons: [{ type: 'QUICK_REPLY', text: 'Ok' }],
    };
    expect(shown('template', { name: 'x' }, { rendered })).toMatchObject({
      title: 'Hi',
      text: 'Text',
      actions: [{ kind: 'reply', title: 'Ok', isTemplate: true }],
    });
    expect(shown('text', null, { is_deleted: true })).toEqual({ note: 'deleted', actions: [] });
  });

  it('of a type that is not known says its line', () => {
    expect(shown('poll', { question: 'x' }).text).toBe('line');
  });
});
