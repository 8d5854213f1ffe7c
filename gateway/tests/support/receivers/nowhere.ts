// Addresses that never answer.

import { startReceiver } from './receiver.ts';

/** A name that no resolver knows (RFC 6761). */
export const unresolvableUrl = 'http://nobody.invalid/hook';

/** A port of this machine where no server listens. */
export const refusingUrl = async (): Promise<string> => {
  const receiver = await startReceiver(() => undefined);
  await receiver.close();
  return receiver.url;
};
