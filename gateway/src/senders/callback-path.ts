// Where a provider reports what became of a sender's messages: an address of its own for every sender, so that a
// callback is known to be for it before its body is read.

import { toPublicId } from '../platform/ids.ts';

export const callbackPath = (sender: {
  readonly provider: string;
  readonly companyId: string;
  readonly id: string;
}): string =>
  `/callbacks/${sender.provider}/${toPublicId('company', sender.companyId)}/${toPublicId('sender', sender.id)}`;
