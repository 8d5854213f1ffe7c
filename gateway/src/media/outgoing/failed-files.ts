// Why the files of a message are not at its provider, where that is our own doing.

import type { PreparedFiles } from '../../providers/media-part.ts';
import { byItself, ownFailure } from '../../providers/own-failure.ts';

export type FailedFiles = Extract<PreparedFiles, { kind: 'failed' }>;

export const goneFile: FailedFiles = {
  kind: 'failed',
  outcome: {
    kind: 'rejected',
    failure: ownFailure(
      'media_gone',
      '',
      'The file of the message was deleted before it was sent.',
      'Upload the file again, and send a new message.',
    ),
  },
  call: null,
};

/** The store, or the database: the same may work later. */
export const storeAway = (error: unknown): FailedFiles => ({
  kind: 'failed',
  outcome: {
    kind: 'retry',
    scope: 'message',
    afterSeconds: null,
    failure: ownFailure(
      'media_store_unavailable',
      error instanceof Error ? error.message : String(error),
      'The place where files are kept does not answer.',
      byItself,
    ),
  },
  call: null,
});
