import { describe, expect, it } from 'vitest';
import { answerTo } from './person-answers.ts';

const nothing = { actions: [] };
const context = { context_id: 'wamid.1' };

describe('an answer of the person', () => {
  it('is answered as WhatsApp would', () => {
    expect(answerTo({ kind: 'reply', id: 'yes', title: 'Yes' }, nothing, 'wamid.1')).toEqual({
      type: 'interactive',
      interactive: { type: 'button_reply', button_reply: { id: 'yes', title: 'Yes' } },
      ...context,
    });
    const button = { kind: 'reply', id: 'ok', title: 'Ok', isTemplate: true } as const;
    expect(answerTo(button, nothing, 'wamid.1')).toEqual({
      type: 'button',
      button: { payload: 'ok', text: 'Ok' },
      ...context,
    });
  });

  it('is the row of a list, and nothing without one', () => {
    const list = { kind: 'list', title: 'Times', sections: [] } as const;
    expect(answerTo(list, nothing, 'wamid.1')).toBeNull();
    expect(answerTo(list, nothing, 'wamid.1', { id: 't9', title: '09:00' })).toMatchObject({
      interactive: { type: 'list_reply', list_reply: { id: 't9', title: '09:00' } },
    });
  });

  it('is an order of the products that are shown', () => {
    const content = { actions: [], products: { catalogId: '1', sections: [{ ids: ['a', 'b'] }] } };
    expect(answerTo({ kind: 'products' }, content, 'wamid.1')).toMatchObject({
      type: 'order',
      order: {
        catalog_id: '1',
        product_items: [{ product_retailer_id: 'a' }, { product_retailer_id: 'b' }],
      },
    });
  });
});
