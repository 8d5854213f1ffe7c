// Files: their routes, their links, fetching them from providers, and the sweep.

import { companyOf } from '../../companies/company-of.ts';
import { registerMediaLinks } from '../../media/content-routes.ts';
import { registerMediaRoutes } from '../../media/routes.ts';
import { sweepMedia } from '../../media/sweep-media.ts';
import { type Loop, startLoop } from '../../platform/loop.ts';
import { type Room, type RoomOptions, runLoops } from './room.ts';

const sweepMilliseconds = 60_000;
const asideMilliseconds = 3_600_000;

const startLoops = ({ parts, config, log }: RoomOptions): Loop[] => {
  const { pool, store, spool } = parts.media;
  return [
    // The process that calls providers fetches from them, too.
    ...(config.roles.includes('dispatch') ? [parts.files.start()] : []),
    startLoop('files', sweepMilliseconds, log, async () => {
      const removed = await sweepMedia(pool, store);
      if (removed > 0) log.debug({ removed }, 'files that nothing refers to were removed');
    }),
    startLoop('files aside', asideMilliseconds, log, async () => {
      await spool.sweep(asideMilliseconds);
    }),
  ];
};

export const mediaRoom = (options: RoomOptions): Room => {
  const { media } = options.parts;
  const loops = runLoops(() => startLoops(options));
  return {
    name: 'media',
    register: (api) =>
      registerMediaRoutes(api, { ...media, companyIdOf: (incoming) => companyOf(incoming).id }),
    registerOutside: (server) => registerMediaLinks(server, media),
    start: loops.start,
    async stop(deadline) {
      await loops.stop(deadline);
      await media.store.close();
    },
  };
};
