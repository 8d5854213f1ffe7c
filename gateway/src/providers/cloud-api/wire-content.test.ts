import type { MessageContent } from '@hudhud/contract/content.ts';
import { contentExamples } from '@hudhud/contract/content-examples.ts';
import { describe, expect, it } from 'vitest';
import { toWire } from './wire-content.ts';

/** As it goes over the wire: what is undefined is not there. */
const wireOf = (content: MessageContent, targetId?: string): unknown =>
  JSON.parse(JSON.stringify(toWire(content, targetId === undefined ? {} : { contextProviderId: targetId })));

const interactiveOf = (content: MessageContent) =>
  (wireOf(content) as { interactive: Record<string, unknown> }).interactive;

describe('a content in the words of the Cloud API', () => {
  it('previews the first link of a text unless the caller says otherwise', () => {
    const message = 'See https://example.com';
    expect(wireOf({ type: 'text', message })).toEqual({
      type: 'text',
      text: { body: message, preview_url: true },
    });
    expect(wireOf({ type: 'text', message, preview_url: false })).toMatchObject({
      text: { preview_url: false },
    });
  });

  it('names the message of a reaction by the id of the provider', () => {
    expect(wireOf(contentExamples.reaction, 'wamid.target')).toEqual({
      type: 'reaction',
      reaction: { message_id: 'wamid.target', emoji: '👍' },
    });
  });

  it('gives a contact a part of a name when only the whole is known', () => {
    const contacts = [{ name: { formatted: 'Al Noor' }, phones: [{ number: '+966501234568' }] }];
    expect(wireOf({ type: 'contacts', contacts })).toEqual({
      type: 'contacts',
      contacts: [
        { name: { formatted_name: 'Al Noor', first_name: 'Al Noor' }, phones: [{ phone: '+966501234568' }] },
      ],
    });
  });

  it('leaves the names of a contact as they are when there are parts', () => {
    expect(wireOf(contentExamples.contacts)).toMatchObject({
      contacts: [
        {
          name: {
            formatted_name: 'Dr. Sami Haddad',
            first_name: 'Sami',
            last_name: 'Haddad',
            prefix: 'Dr.',
          },
          org: { company: 'Al Noor Clinic' },
        },
      ],
    });
  });

  it('writes buttons with header, body and footer', () => {
    expect(interactiveOf(contentExamples.buttons)).toEqual({
      type: 'button',
      header: { type: 'text', text: 'Appointment' },
      body: { text: 'Does Tuesday at 10:00 suit you?' },
      footer: { text: 'Al Noor Clinic' },
      action: {
        buttons: [
          { type: 'reply', reply: { id: 'yes', title: 'Yes' } },
          { type: 'reply', reply: { id: 'no', title: 'Another day' } },
        ],
      },
    });
  });

  it('writes a list, a link and a request for the location', () => {
    expect(interactiveOf(contentExamples.list)).toMatchObject({
      type: 'list',
      action: contentExamples.list.list,
    });
    expect(interactiveOf(contentExamples.link)).toMatchObject({
      type: 'cta_url',
      action: {
        name: 'cta_url',
        parameters: { display_text: 'Open', url: 'https://example.com/invoices/1042' },
      },
    });
    expect(interactiveOf(contentExamples.location_request)).toEqual({
      type: 'location_request_message',
      body: { text: 'Where shall we deliver to?' },
      action: { name: 'send_location' },
    });
  });

  it('writes a flow, without data when there are none', () => {
    const flow = { id: '1', button: 'Open', screen: 'FIRST' };
    const payloadOf = (data: Record<string, unknown>) => {
      const { action } = interactiveOf({ type: 'flow', message: 'Hello', flow: { ...flow, data } });
      return (action as { parameters: Record<string, unknown> }).parameters.flow_action_payload;
    };
    expect(payloadOf({})).toEqual({ screen: 'FIRST' });
    expect(payloadOf({ name: 'Sara' })).toEqual({ screen: 'FIRST', data: { name: 'Sara' } });
    expect(interactiveOf(contentExamples.flow)).toMatchObject({
      action: {
        parameters: {
          flow_id: '1042000000000000',
          flow_cta: 'Book now',
          flow_token: 'booking-1042',
          mode: 'published',
        },
      },
    });
  });

  it('writes products and the catalogue by their ids', () => {
    expect(interactiveOf(contentExamples.product)).toMatchObject({
      type: 'product',
      action: { catalog_id: '194836987003835', product_retailer_id: 'shoe-42' },
    });
    expect(interactiveOf(contentExamples.products)).toMatchObject({
      type: 'product_list',
      header: { type: 'text', text: 'Our shop' },
      action: {
        sections: [
          {
            title: 'Shoes',
            product_items: [{ product_retailer_id: 'shoe-42' }, { product_retailer_id: 'shoe-43' }],
          },
        ],
      },
    });
    expect(interactiveOf(contentExamples.catalog).action).toEqual({
      name: 'catalog_message',
      parameters: { thumbnail_product_retailer_id: 'shoe-42' },
    });
    expect(interactiveOf({ type: 'catalog', message: 'All' }).action).toEqual({ name: 'catalog_message' });
  });

  it("passes the provider's own object on as it is", () => {
    expect(wireOf(contentExamples.interactive)).toEqual(contentExamples.interactive);
  });
});
