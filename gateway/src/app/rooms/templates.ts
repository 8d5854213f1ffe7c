// Templates: their routes, and the reading that goes on beside the requests.

import { companyOf } from '../../companies/company-of.ts';
import { openFileIn } from '../../media/open-file.ts';
import { startLoop } from '../../platform/loop.ts';
import { registerTemplateRoutes } from '../../templates/routes.ts';
import { type Room, type RoomOptions, runLoops } from './room.ts';

const roundMilliseconds = 10_000;

export const templateRoom = ({ parts, config, storage, log }: RoomOptions): Room => ({
  name: 'templates',
  register: (api) =>
    registerTemplateRoutes(api, {
      pool: storage.database.pool,
      senders: parts.senders,
      directory: parts.templates.directory,
      http: parts.http,
      openFile: openFileIn(parts.media),
      sync: parts.templates.sync,
      onEmitted: (companyIds) => parts.webhooks.notice(companyIds),
      companyIdOf: (incoming) => companyOf(incoming).id,
    }),
  // Only where the role for slow work is on: other processes answer requests.
  ...runLoops(() =>
    config.roles.includes('campaigns')
      ? [startLoop('templates', roundMilliseconds, log, () => parts.templates.sync.round())]
      : [],
  ),
});
