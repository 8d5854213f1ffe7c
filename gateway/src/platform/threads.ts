// Where the code of a thread lies: beside the file that starts it, as source and in the built program alike.

import { extname } from 'node:path';

/** `name` without its ending; `here` is the `import.meta.url` of the file that starts the thread. */
export const threadFile = (name: string, here: string): URL =>
  new URL(`./${name}${extname(new URL(here).pathname)}`, here);
