// Parts of an incoming message that several providers write alike: most pass on WhatsApp's own.

import { asText } from './cloud-api/graph-error.ts';
import { asNumber, type Fields, listOf, present } from './read-values.ts';

/** A place without both of its coordinates is none. */
export const readPlace = (place: Fields | null) => {
  const latitude = asNumber(place?.latitude);
  const longitude = asNumber(place?.longitude);
  if (!place || latitude === null || longitude === null) return null;
  const { name, address, url } = place;
  return present({ latitude, longitude, name: asText(name), address: asText(address), url: asText(url) });
};

export const summarizePlace = (place: Fields | null): string => {
  const words = [asText(place?.name), asText(place?.address)].filter(Boolean).join(', ');
  const position = `${asText(place?.latitude) ?? '?'}, ${asText(place?.longitude) ?? '?'}`;
  return `[location] ${words ? `${words} (${position})` : position}`;
};

/** The ordered products; a product without its id is left out. */
export const readProductItems = (order: Fields) =>
  listOf(order.product_items).flatMap((item) => {
    const productId = asText(item.product_retailer_id);
    if (productId === null) return [];
    const { quantity, item_price: price, currency } = item;
    return present({
      product_id: productId,
      quantity: asNumber(quantity),
      price: asNumber(price),
      currency: asText(currency),
    });
  });

/** The ad or post that led the person here. */
export const adOf = (referral: Fields) => ({
  source_type: asText(referral.source_type),
  source_id: asText(referral.source_id),
  source_url: asText(referral.source_url),
  headline: asText(referral.headline),
  body: asText(referral.body),
  click_id: asText(referral.ctwa_clid),
});
