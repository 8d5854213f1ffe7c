// A file that a callback has named, and that must be fetched from the provider.

import type { MediaKey } from '../queries.ts';

export interface ExpectedFile extends MediaKey {
  readonly messageId: string;
  readonly senderId: string;
  readonly personKey: string;
  readonly reference: string;
  readonly mimeType: string | null;
  readonly filename: string | null;
  /** Hexadecimal. */
  readonly sha256: string | null;
  readonly isVoice: boolean;
}
