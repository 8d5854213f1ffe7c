// 360dialog as a provider: the Cloud API at another address, with a key per number and a shared header as proof.

import { describeCloudApiMessage } from '../cloud-api/describe-incoming.ts';
import { readCloudApiBodyBy } from '../cloud-api/read-callback.ts';
import { cloudApiContent } from '../cloud-api/wire-content.ts';
import type { Provider } from '../provider.ts';
import { dialog360Fields, field } from './fields.ts';
import { dialog360Media } from './media.ts';
import { markReadBy360dialog, sendBy360dialog } from './send.ts';
import { dialog360Templates } from './templates.ts';
import { verifyDialog360Callback } from './verify-callback.ts';
import { dialog360Health, registerDialog360Callback, testDialog360Connection } from './webhook.ts';

// Meta's own limits hold behind 360dialog.
const limits = { messagesPerSecond: 80, pairMilliseconds: 6_000, pairBurst: 40 };

const digits = (value: unknown): string | null =>
  (typeof value === 'string' && value.replaceAll(/\D/g, '')) || null;

export const dialog360: Provider = {
  name: 'dialog360',
  title: '360dialog',
  fields: dialog360Fields,
  accountOf: (fields) => digits(field(fields, 'phone_number')),
  limitsOf: () => limits,
  content: cloudApiContent,
  correlation: { kind: 'echo', charactersMax: 256 },
  send: sendBy360dialog,
  testConnection: testDialog360Connection,
  registerCallback: registerDialog360Callback,
  markRead: markReadBy360dialog,
  callbacks: {
    binds: 'nothing',
    verify: verifyDialog360Callback,
    // A person knows the number and not the id that Meta has for it.
    read: readCloudApiBodyBy(({ display_phone_number }) => digits(display_phone_number)),
    describe: describeCloudApiMessage,
  },
  media: dialog360Media,
  templates: dialog360Templates,
  health: dialog360Health,
};
