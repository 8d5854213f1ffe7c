// A sender that may send, with choices laid over it.

import { newUuid } from '../../platform/ids.ts';
import { metaCloud } from '../../providers/meta-cloud/meta-cloud.ts';
import type { Sender } from '../directory.ts';

export const makeSender = (choices: Partial<Sender> = {}): Sender => ({
  companyId: newUuid(),
  id: newUuid(),
  publicId: 'snd_one',
  storeId: null,
  name: 'One',
  provider: metaCloud,
  account: '1',
  phoneNumber: '+966112345678',
  isDefault: true,
  isSimulated: false,
  messagesPerSecond: 80,
  state: 'connected',
  failure: null,
  fields: {},
  ...choices,
});
