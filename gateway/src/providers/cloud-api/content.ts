// What the Cloud API carries of what we can send. Texts are counted here at their longest; each field has its own limit in
// the contract.

import type { ContentLimits, Provider } from '../provider.ts';

const upTo = (charactersMax: number): ContentLimits => ({ charactersMax, needsWindow: true });

export const cloudApiContent: Provider['content'] = {
  text: upTo(4_096),
  location: upTo(512),
  contacts: upTo(512),
  reaction: upTo(32),
  buttons: upTo(1_024),
  list: upTo(4_096),
  // The address it opens.
  link: upTo(2_000),
  location_request: upTo(1_024),
  flow: upTo(1_024),
  product: upTo(1_024),
  products: upTo(1_024),
  catalog: upTo(1_024),
  interactive: upTo(4_096),
};
