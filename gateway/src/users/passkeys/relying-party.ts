// The relying party of passkeys: the host name under which people open the dashboard. Browsers accept no bare IP address.

import { isIP } from 'node:net';
import { AppError } from '../../platform/errors.ts';

export interface RelyingParty {
  readonly id: string;
  readonly origins: string[];
}

/** `publicUrl` where it is set; otherwise `host`, as the caller named it. */
export const relyingPartyOf = (publicUrl: string | null, host: string): RelyingParty => {
  const address = publicUrl ?? `http://${host}`;
  const place = URL.canParse(address) ? new URL(address) : null;
  if (!place || place.hostname.startsWith('[') || isIP(place.hostname)) {
    throw new AppError('passkeys_unavailable');
  }
  // A proxy in front may speak https while we see plain http. Browsers see to it that plain http is this machine only.
  return { id: place.hostname, origins: [`https://${place.host}`, `http://${place.host}`] };
};
