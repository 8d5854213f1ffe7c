// 360dialog's callbacks: Meta's envelope, with the headers that the business asked for. There is no signature.
import type { CallbackFormat } from '../../webhook/callback-format.ts';
import type { Update } from '../../webhook/updates.ts';
import { cloudCallbacks } from '../meta-cloud/callbacks.ts';

/** The header in which a Hudhud sender expects its secret. */
export const secretHeader = 'authorization';

export const dialog360Callbacks: CallbackFormat = {
  ...cloudCallbacks,
  write: (updates, settings, publicUrl) =>
    cloudCallbacks.write(settings.opaqueReturned ? updates : updates.map(withoutOpaque), settings, publicUrl),
  headers: ({ number }) => ({
    'content-type': 'application/json',
    'user-agent': '360dialog',
    [secretHeader]: number.appSecret,
  }),
};

function withoutOpaque(update: Update): Update {
  if (update.kind !== 'status') return update;
  const { biz_opaque_callback_data: _opaque, ...status } = update.status as Record<string, unknown>;
  return { ...update, status };
}
