// What a body on the wire of the Cloud API means, in the words of a send request. It is written against Meta's pages and not
// against the adapter: a test holds the two against each other.

import type { MessageContent } from '@hudhud/contract/content.ts';

/** The value at a path of field names; undefined where the path ends early. */
const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
    value,
  );

const listAt = (value: unknown, ...path: readonly string[]): readonly unknown[] => {
  const list = at(value, ...path);
  return Array.isArray(list) ? list : [];
};

const without = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const readCard = (card: unknown): object =>
  without({
    name: without({
      formatted: at(card, 'name', 'formatted_name'),
      first: at(card, 'name', 'first_name'),
      last: at(card, 'name', 'last_name'),
    }),
    phones:
      at(card, 'phones') === undefined
        ? undefined
        : listAt(card, 'phones').map((phone) =>
            without({ number: at(phone, 'phone'), type: at(phone, 'type') }),
          ),
    emails: at(card, 'emails'),
    organization: at(card, 'org'),
    urls: at(card, 'urls'),
    birthday: at(card, 'birthday'),
  });

const readFlow = (parameters: unknown): object =>
  without({
    id: at(parameters, 'flow_id'),
    button: at(parameters, 'flow_cta'),
    token: at(parameters, 'flow_token'),
    screen: at(parameters, 'flow_action_payload', 'screen'),
    data: at(parameters, 'flow_action_payload', 'data'),
  });

const readProducts = (interactive: unknown): object => ({
  catalog_id: at(interactive, 'action', 'catalog_id'),
  header: at(interactive, 'header', 'text'),
  sections: listAt(interactive, 'action', 'sections').map((section) => ({
    title: at(section, 'title'),
    product_ids: listAt(section, 'product_items').map((item) => at(item, 'product_retailer_id')),
  })),
});

const readAction = (interactive: unknown): object => {
  const action = at(interactive, 'action');
  const parameters = at(action, 'parameters');
  switch (at(interactive, 'type')) {
    case 'button':
      return { type: 'buttons', buttons: listAt(action, 'buttons').map((button) => at(button, 'reply')) };
    case 'list':
      return { type: 'list', list: { button: at(action, 'button'), sections: at(action, 'sections') } };
    case 'cta_url':
      return {
        type: 'link',
        link: { title: at(parameters, 'display_text'), url: at(parameters, 'url') },
      };
    case 'location_request_message':
      return { type: 'location_request' };
    case 'flow':
      return { type: 'flow', flow: readFlow(parameters) };
    case 'product':
      return {
        type: 'product',
        product: { catalog_id: at(action, 'catalog_id'), product_id: at(action, 'product_retailer_id') },
      };
    case 'product_list':
      return { type: 'products', products: readProducts(interactive) };
    case 'catalog_message':
      return {
        type: 'catalog',
        catalog: { thumbnail_product_id: at(parameters, 'thumbnail_product_retailer_id') },
      };
    default:
      throw new Error(`the test does not know ${String(at(interactive, 'type'))}`);
  }
};

/** `interactive` objects that a caller wrote are named by their kind, as if we had made them. */
const readInteractive = (interactive: unknown): object =>
  without({
    ...readAction(interactive),
    message: at(interactive, 'body', 'text'),
    footer: at(interactive, 'footer', 'text'),
    header:
      at(interactive, 'type') === 'product_list' || at(interactive, 'header') === undefined
        ? undefined
        : { text: at(interactive, 'header', 'text') },
  });

const readBody = (body: unknown): object => {
  switch (at(body, 'type')) {
    case 'text':
      return {
        type: 'text',
        message: at(body, 'text', 'body'),
        preview_url: at(body, 'text', 'preview_url'),
      };
    case 'location':
      return { type: 'location', location: at(body, 'location') };
    case 'reaction':
      return { type: 'reaction', reaction: at(body, 'reaction') };
    case 'contacts':
      return { type: 'contacts', contacts: listAt(body, 'contacts').map(readCard) };
    default:
      return readInteractive(at(body, 'interactive'));
  }
};

export const readWire = (body: unknown): MessageContent => readBody(body) as MessageContent;
