// A content in the words of the Cloud API: the `type` of a message and the object of that name.

import type { ContentOf, MessageContent } from '@hudhud/contract/content.ts';

type Card = ContentOf<'contacts'>['contacts'][number];

interface InteractiveParts {
  readonly message?: string | undefined;
  readonly header?: { readonly text: string } | object | undefined;
  readonly footer?: string | undefined;
}

const interactive = (
  type: string,
  { message, header, footer }: InteractiveParts,
  action: object,
): Record<string, unknown> => ({
  type: 'interactive',
  interactive: {
    type,
    ...(header && 'text' in header && { header: { type: 'text', text: header.text } }),
    ...(message !== undefined && { body: { text: message } }),
    ...(footer !== undefined && { footer: { text: footer } }),
    action,
  },
});

const toName = ({ formatted, first, middle, last, prefix, suffix }: Card['name']): object => {
  const parts = { first_name: first, middle_name: middle, last_name: last, prefix, suffix };
  // A name with no part beside the whole is refused.
  const hasPart = Object.values(parts).some((part) => part !== undefined);
  return { formatted_name: formatted, ...parts, ...(!hasPart && { first_name: formatted }) };
};

const toCard = ({ name, phones, emails, addresses, organization, urls, birthday }: Card): object => ({
  name: toName(name),
  phones: phones?.map(({ number, type }) => ({ phone: number, type })),
  emails,
  addresses,
  org: organization,
  urls,
  birthday,
});

const toFlow = ({ id, button, screen, data, token }: ContentOf<'flow'>['flow']): object => ({
  name: 'flow',
  parameters: {
    flow_message_version: '3',
    flow_id: id,
    flow_cta: button,
    flow_token: token ?? 'unused',
    mode: 'published',
    flow_action: 'navigate',
    ...(screen !== undefined && {
      // An empty object of data is refused.
      flow_action_payload: { screen, ...(data && Object.keys(data).length > 0 && { data }) },
    }),
  },
});

const toProducts = ({ catalog_id, sections }: ContentOf<'products'>['products']): object => ({
  catalog_id,
  sections: sections.map(({ title, product_ids }) => ({
    title,
    product_items: product_ids.map((id) => ({ product_retailer_id: id })),
  })),
});

const toText = ({ message, preview_url }: ContentOf<'text'>): object => ({
  type: 'text',
  text: { body: message, preview_url: preview_url ?? /https?:\/\//.test(message) },
});

/** Null for what is not carried yet; content.ts declares what is. */
const toInteractive = (content: MessageContent): object | null => {
  switch (content.type) {
    case 'buttons':
      return interactive('button', content, {
        buttons: content.buttons.map((reply) => ({ type: 'reply', reply })),
      });
    case 'list':
      return interactive('list', content, content.list);
    case 'link':
      return interactive('cta_url', content, {
        name: 'cta_url',
        parameters: { display_text: content.link.title, url: content.link.url },
      });
    case 'location_request':
      return interactive('location_request_message', content, { name: 'send_location' });
    case 'flow':
      return interactive('flow', content, toFlow(content.flow));
    case 'product': {
      const { catalog_id, product_id } = content.product;
      return interactive('product', content, { catalog_id, product_retailer_id: product_id });
    }
    case 'products':
      return interactive(
        'product_list',
        { ...content, header: { text: content.products.header } },
        toProducts(content.products),
      );
    case 'catalog': {
      const id = content.catalog?.thumbnail_product_id;
      const parameters = id !== undefined && { parameters: { thumbnail_product_retailer_id: id } };
      return interactive('catalog_message', content, { name: 'catalog_message', ...parameters });
    }
    default:
      return null;
  }
};

/** `targetId`: the provider's id of the message that a reaction is about. */
export const toWire = (content: MessageContent, targetId: string | null | undefined): object | null => {
  switch (content.type) {
    case 'text':
      return toText(content);
    case 'location':
      return content;
    case 'contacts':
      return { type: 'contacts', contacts: content.contacts.map(toCard) };
    case 'reaction':
      return { type: 'reaction', reaction: { message_id: targetId, emoji: content.reaction.emoji } };
    case 'interactive':
      return content;
    default:
      return toInteractive(content);
  }
};
