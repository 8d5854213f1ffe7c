// Checks of requests are compiled for the first request of their route. The one of a send takes most of a second, so it is
// compiled before the first send, a moment after the server listens: a start is not longer for it.

import type { FastifyInstance } from 'fastify';
import type { WarmUp } from '../platform/http/validation.ts';

/** Where the first request must not wait. */
const hotRoutes = new Set(['/api/v1/messages/send', '/api/messages/send']);
/** Between two of them, and before the first: a gateway that has just started has other things to do, and requests too. */
const pauseMilliseconds = 2_000;

export interface WarmUps {
  add(url: string, warmUp: WarmUp): void;
  /** Begins once the server listens, and ends with it. */
  follow(server: FastifyInstance): void;
}

export const createWarmUps = (): WarmUps => {
  const waiting: WarmUp[] = [];
  return {
    add(url, warmUp) {
      if (hotRoutes.has(url)) waiting.push(warmUp);
    },
    follow(server) {
      let timer: NodeJS.Timeout | undefined;
      const plan = (): void => {
        timer = setTimeout(() => {
          waiting.shift()?.();
          if (waiting.length > 0) plan();
        }, pauseMilliseconds).unref();
      };
      server.addHook('onListen', async () => plan());
      server.addHook('onClose', async () => clearTimeout(timer));
    },
  };
};
