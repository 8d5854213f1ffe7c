// What the Cloud API carries of what we can send.

import type { Provider } from '../provider.ts';

export const cloudApiContent: Provider['content'] = {
  text: { charactersMax: 4_096, needsWindow: true },
};
