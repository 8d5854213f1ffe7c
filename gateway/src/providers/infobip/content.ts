// What Infobip carries of what we can send. It has no path for reactions; interactive messages of other kinds have paths
// whose contents are not known to us.

import type { ContentLimits, Provider } from '../provider.ts';

const upTo = (charactersMax: number): ContentLimits => ({ charactersMax, needsWindow: true });

export const infobipContent: Provider['content'] = {
  text: upTo(4_096),
  image: upTo(1_024),
  video: upTo(1_024),
  audio: upTo(1_024),
  document: upTo(1_024),
  sticker: upTo(1_024),
  location: upTo(512),
  contacts: upTo(512),
  buttons: upTo(1_024),
  list: upTo(4_096),
  template: { charactersMax: 1_024, needsWindow: false },
};
