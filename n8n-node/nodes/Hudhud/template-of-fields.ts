// The template of a message, from the fields that the editor showed for it.

import type { IDataObject } from '../../n8n-types';
import { readTemplateKey } from './load-templates';

/** A file by the ID that the gateway gave it, or by its address. */
const fileOf = (text: string): IDataObject => (text.startsWith('med_') ? { id: text } : { url: text });

/** "24.71, 46.67" */
const placeOf = (text: string): IDataObject => {
  const [latitude, longitude] = text.split(',').map(Number);
  return { latitude, longitude };
};

/** "catalog/product" */
const productOf = (text: string): IDataObject => {
  const [catalogId = '', productId = ''] = text.split('/');
  return { catalog_id: catalogId, product_id: productId };
};

const headerOf = (kind: string, text: string): IDataObject => {
  if (kind === 'location') return { location: placeOf(text) };
  if (kind === 'product') return { product: productOf(text) };
  return ['image', 'video', 'document', 'gif'].includes(kind) ? { media: fileOf(text) } : { text };
};

interface Part {
  variables: Record<string, string>;
  buttons: IDataObject[];
  header?: IDataObject;
}

const fill = (part: Part, kind: string, name: string, text: string): void => {
  if (kind === 'variable') part.variables[name] = text;
  else if (kind === 'button') part.buttons.push({ index: Number(name), value: text });
  else if (kind === 'header') part.header = headerOf(name, text);
};

const present = ({ variables, buttons, header }: Part): IDataObject => ({
  ...(Object.keys(variables).length > 0 ? { variables } : {}),
  ...(header ? { header } : {}),
  ...(buttons.length > 0 ? { buttons } : {}),
});

const newPart = (): Part => ({ variables: {}, buttons: [] });

/** Empty fields are left out: the gateway takes them from the contact, or says which are missing. */
export function templateOf(key: string, values: IDataObject): IDataObject {
  const own = newPart();
  const cards: Part[] = [];
  let offer: IDataObject = {};
  for (const [field, value] of Object.entries(values)) {
    const [, card, kind = '', name = ''] = /^(?:card(\d+)\.)?([^.]+)\.(.*)$/.exec(field) ?? [];
    const text = value === null || value === undefined ? '' : String(value);
    if (text === '') continue;
    if (kind === 'offer_expires_at') offer = { offer_expires_at: text };
    else if (card === undefined) fill(own, kind, name, text);
    else {
      while (cards.length <= Number(card)) cards.push(newPart());
      fill(cards[Number(card)] as Part, kind, name, text);
    }
  }
  return {
    ...readTemplateKey(key),
    ...present(own),
    ...offer,
    ...(cards.length > 0 ? { cards: cards.map(present) } : {}),
  };
}
