// The options of the routes of files, and the parts that all of them share.

import type { IncomingRequest } from '../platform/http/incoming-request.ts';
import { idParams } from '../platform/http/read-id.ts';
import type { UrlFetchOptions } from './files/fetch-url.ts';
import type { MediaLinks } from './links.ts';
import type { UploadPlaces } from './upload-places.ts';

export interface MediaRoutesOptions extends UrlFetchOptions {
  readonly links: MediaLinks;
  readonly places: UploadPlaces;
  readonly companyIdOf: (incoming: IncomingRequest) => string;
}

export const params = idParams('file');
export const tags = ['Media'];
