// How many files come in and go out at once, and how many of those for one company: as many as are still free. Uploads are
// taken from callers that are known; readers of links are known by the company whose file they read.

import { AppError } from '../platform/errors.ts';
import { createInbox, type Inbox } from '../platform/http/inbox.ts';

export interface UploadPlaces {
  /** Answers how to give the place back; throws when there is none. */
  enter(companyId: string): () => void;
  enterReader(companyId: string): () => void;
  readonly uploads: number;
}

export interface UploadPlacesOptions {
  readonly uploadsMax: number;
  readonly readersMax: number;
  /** A company has its whole share, or everybody together has all there is. */
  readonly onFull: (companyId: string) => void;
}

const retryAfterSeconds = 2;

export const createUploadPlaces = ({ uploadsMax, readersMax, onFull }: UploadPlacesOptions): UploadPlaces => {
  const uploads = createInbox({ requestsMax: uploadsMax, bytesMax: 0 });
  const readers = createInbox({ requestsMax: readersMax, bytesMax: 0 });
  const enter = (inbox: Inbox, companyId: string): (() => void) => {
    const place = inbox.enter(companyId);
    if (typeof place !== 'string') return () => place.leave();
    onFull(companyId);
    throw new AppError(place === 'share' ? 'too_many_open_requests' : 'overloaded', { retryAfterSeconds });
  };
  return {
    enter: (companyId) => enter(uploads, companyId),
    enterReader: (companyId) => enter(readers, companyId),
    get uploads() {
      return uploads.requests;
    },
  };
};
