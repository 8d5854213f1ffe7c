// What a body on the wire of the Cloud API means, in the words of a send request. It is written against Meta's pages and not
// against the adapter: a test holds the two against each other.

import type { MessageContent } from '@hudhud/contract/content.ts';

// biome-ignore lint/suspicious/noExplicitAny: a body of the wire, which the simulator has checked.
type Wire = any;

const without = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const readCard = (card: Wire): object =>
  without({
    name: without({
      formatted: card.name.formatted_name,
      first: card.name.first_name,
      last: card.name.last_name,
    }),
    phones: card.phones?.map((phone: Wire) => without({ number: phone.phone, type: phone.type })),
    emails: card.emails,
    organization: card.org,
    urls: card.urls,
    birthday: card.birthday,
  });

const readAction = ({ type, action, header }: Wire): object => {
  const { parameters } = action;
  switch (type) {
    case 'button':
      return { type: 'buttons', buttons: action.buttons.map(({ reply }: Wire) => reply) };
    case 'list':
      return { type: 'list', list: { button: action.button, sections: action.sections } };
    case 'cta_url':
      return { type: 'link', link: { title: parameters.display_text, url: parameters.url } };
    case 'location_request_message':
      return { type: 'location_request' };
    case 'flow':
      return {
        type: 'flow',
        flow: without({
          id: parameters.flow_id,
          button: parameters.flow_cta,
          token: parameters.flow_token,
          screen: parameters.flow_action_payload?.screen,
          data: parameters.flow_action_payload?.data,
        }),
      };
    case 'product':
      return {
        type: 'product',
        product: { catalog_id: action.catalog_id, product_id: action.product_retailer_id },
      };
    case 'product_list':
      return {
        type: 'products',
        products: {
          catalog_id: action.catalog_id,
          header: header.text,
          sections: action.sections.map(({ title, product_items }: Wire) => ({
            title,
            product_ids: product_items.map((item: Wire) => item.product_retailer_id),
          })),
        },
      };
    case 'catalog_message':
      return {
        type: 'catalog',
        catalog: { thumbnail_product_id: parameters.thumbnail_product_retailer_id },
      };
    default:
      throw new Error(`the test does not know ${type}`);
  }
};

/** `interactive` objects that a caller wrote are told by their kind, as if we had made them. */
export const readWire = (body: Wire): MessageContent => {
  switch (body.type) {
    case 'text':
      return { type: 'text', message: body.text.body, preview_url: body.text.preview_url };
    case 'location':
      return { type: 'location', location: body.location };
    case 'reaction':
      return { type: 'reaction', reaction: body.reaction };
    case 'contacts':
      return { type: 'contacts', contacts: body.contacts.map(readCard) };
    default: {
      const { interactive } = body;
      const { header, footer } = interactive;
      return without({
        ...readAction(interactive),
        message: interactive.body?.text,
        footer: footer?.text,
        header: interactive.type === 'product_list' || !header ? undefined : { text: header.text },
      }) as MessageContent;
    }
  }
};
