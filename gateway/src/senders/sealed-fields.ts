// The credentials of a sender as they are stored: sealed for this one sender, so that a row copied to another company or
// sender does not open.

import type { Secrets } from '../platform/secrets.ts';
import type { ProviderFields } from '../providers/provider.ts';

interface SenderKey {
  readonly companyId: string;
  readonly id: string;
}

const purposeOf = ({ companyId, id }: SenderKey): string => `sender ${companyId} ${id}`;

export const sealFields = (secrets: Secrets, sender: SenderKey, fields: ProviderFields): Buffer =>
  secrets.seal(purposeOf(sender), JSON.stringify(fields));

export const openFields = (secrets: Secrets, sender: SenderKey, sealed: Buffer): ProviderFields =>
  JSON.parse(secrets.open(purposeOf(sender), sealed)) as ProviderFields;
