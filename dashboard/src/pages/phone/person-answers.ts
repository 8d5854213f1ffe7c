// What the simulated person sends when they press something in a message, in the words of the simulator.

import type { ShownAction, ShownContent, ShownRow } from '../../parts/chat/shown-content.ts';
import type { PersonMessage } from '../../queries/simulator.ts';

/** Null: the phone itself does it, such as opening a page. */
export function answerTo(
  action: ShownAction,
  content: ShownContent,
  messageId: string,
  row?: ShownRow,
): PersonMessage | null {
  const context = { context_id: messageId };
  switch (action.kind) {
    case 'reply': {
      const { id, title } = action;
      return action.isTemplate
        ? { type: 'button', button: { payload: id, text: title }, ...context }
        : interactive('button_reply', { id, title }, context);
    }
    case 'list':
      return row ? interactive('list_reply', { ...row }, context) : null;
    case 'flow':
      return interactive('nfm_reply', { name: 'flow', body: 'Sent', response_json: '{}' }, context);
    case 'product':
    case 'products':
      return { type: 'order', order: orderOf(content), ...context };
    default:
      return null;
  }
}

const interactive = (type: string, reply: object, context: object): PersonMessage => ({
  type: 'interactive',
  interactive: { type, [type]: reply },
  ...context,
});

const samplePrice = { item_price: 30, currency: 'SAR' };

/** One of each product that the message shows. */
const orderOf = ({ products }: ShownContent): object => ({
  catalog_id: products?.catalogId ?? '',
  text: '',
  product_items: (products?.sections ?? [])
    .flatMap(({ ids }) => ids)
    .map((id) => ({ product_retailer_id: id, quantity: 1, ...samplePrice })),
});
