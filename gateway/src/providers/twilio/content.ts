// What Twilio carries of what we can send. It has no reactions, quoted messages, catalogues or forms in a message.

import type { Provider } from '../provider.ts';

const inWindow = (charactersMax: number) => ({ charactersMax, needsWindow: true });

export const twilioContent: Provider['content'] = {
  text: inWindow(1_600),
  image: inWindow(1_024),
  video: inWindow(1_024),
  audio: inWindow(1_024),
  document: inWindow(1_024),
  sticker: inWindow(1_024),
  location: inWindow(512),
  buttons: inWindow(1_024),
  list: inWindow(1_024),
  link: inWindow(1_600),
  template: { charactersMax: 1_600, needsWindow: false },
};
