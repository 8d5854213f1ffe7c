// What Vonage carries of what we can send: all that the Cloud API does, because its objects pass through `custom`.

import { cloudApiContent } from '../cloud-api/wire-content.ts';
import type { ContentLimits, Provider } from '../provider.ts';

const upTo = (charactersMax: number): ContentLimits => ({ charactersMax, needsWindow: true });

export const vonageContent: Provider['content'] = {
  ...cloudApiContent,
  image: upTo(1_024),
  video: upTo(1_024),
  audio: upTo(1_024),
  document: upTo(1_024),
  sticker: upTo(1_024),
  template: { charactersMax: 1_024, needsWindow: false },
};
