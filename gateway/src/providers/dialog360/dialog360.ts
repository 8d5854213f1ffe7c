// 360dialog as a provider: the Cloud API at another address, with a key per number and a shared header as proof.

import type { Callback } from '../callback.ts';
import { describeCloudApiMessage } from '../cloud-api/describe-incoming.ts';
import { readCloudApiBodyBy } from '../cloud-api/read-callback.ts';
import { cloudApiContent } from '../cloud-api/wire-content.ts';
import { whatsAppLimits } from '../common-limits.ts';
import { equalTexts } from '../prove-callback.ts';
import type { Provider, ProviderFields } from '../provider.ts';
import { dialog360Fields, field } from './fields.ts';
import { dialog360Media } from './media.ts';
import { markReadBy360dialog, sendBy360dialog } from './send.ts';
import { dialog360Templates } from './templates.ts';
import { dialog360Health, registerDialog360Callback, testDialog360Connection } from './webhook.ts';

// Proof of callbacks: 360dialog does not sign, but sends a header that we chose. That proves the caller and not the content,
// so a callback is believed only for the number that its address names.

/** The header that the sender's registration asks 360dialog to send. */
const secretHeader = 'authorization';

const verifyDialog360Callback = ({ headers }: Pick<Callback, 'headers'>, fields: ProviderFields): boolean => {
  const header = headers[secretHeader];
  const secret = field(fields, 'callback_secret');
  if (typeof header !== 'string' || secret === '') return false;
  return equalTexts(header, secret) || equalTexts(header, `Bearer ${secret}`);
};

const digits = (value: unknown): string | null =>
  (typeof value === 'string' && value.replaceAll(/\D/g, '')) || null;

export const dialog360: Provider = {
  name: 'dialog360',
  title: '360dialog',
  fields: dialog360Fields,
  accountOf: (fields) => digits(field(fields, 'phone_number')),
  limitsOf: () => whatsAppLimits,
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
