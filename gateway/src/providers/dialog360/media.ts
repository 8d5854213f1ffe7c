// Files at 360dialog: uploaded and asked for like at Meta. Those of people have an address at Meta, where the key must not
// go: 360dialog serves the same path at its own address.

import { fetchByCloudApi, uploadByCloudApi } from '../cloud-api/media.ts';
import type { MediaPart } from '../media-part.ts';
import type { ProviderFields } from '../provider.ts';
import { baseUrl, dialog360Url } from './fields.ts';
import { targetOf } from './send.ts';

const metaHost = 'https://lookaside.fbsbx.com';

/** The same path at 360dialog; null for an address at any other host. */
const addressOf =
  (fields: ProviderFields) =>
  (url: string): string | null => {
    const base = baseUrl(fields);
    if (url.startsWith(`${metaHost}/`)) return base + url.slice(metaHost.length);
    return url.startsWith(`${base}/`) ? url : null;
  };

export const dialog360Media: MediaPart = {
  outgoing: {
    kind: 'upload',
    upload: (http, fields, file) => uploadByCloudApi(http, targetOf(fields, 'media'), file),
  },
  fetch: (http, fields, file, bounds) =>
    fetchByCloudApi(
      http,
      {
        ...targetOf(fields, ''),
        urlOf: (reference) => dialog360Url(fields, encodeURIComponent(reference)),
        addressOf: addressOf(fields),
        isRefusalFinal: true,
      },
      file,
      bounds,
    ),
};
