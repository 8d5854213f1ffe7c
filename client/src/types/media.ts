// Made from contract/ by `npm run docs`: the types of media, as the API has them. Do not edit.

/** A file that a message carries. */
export interface Media {
  /** The id of the file. */
  readonly id: string;
  /** `out`: uploaded by you. `in`: came with an incoming message. */
  readonly direction: 'in' | 'out';
  /** `stored`: it is here. `fetching`: on its way from the provider. `too_big`, `gone`, `blocked`: it could not be fetched, and will not be. */
  readonly state: 'stored' | 'fetching' | 'too_big' | 'gone' | 'blocked';
  /** What it is, found from its bytes. */
  readonly mime_type: string | null;
  /** Its size. */
  readonly bytes: number | null;
  /** Checksum of its bytes. The same bytes are kept once. */
  readonly sha256: string | null;
  /** The name it came under. */
  readonly filename: string | null;
  /** Recorded with the microphone button. */
  readonly voice: boolean;
  /** What it can be sent as. */
  readonly usable_for: ReadonlyArray<'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker'>;
  /** The incoming message that brought it. */
  readonly message_id: string | null;
  /** When it came. */
  readonly created_at: string;
  /** Until when it is kept. Sending it keeps it longer. */
  readonly expires_at: string;
}

export interface MediaQuery {
  /** Rows on one page. */
  readonly limit?: number;
  /** `next_cursor` of the page before. Left out: the newest page. */
  readonly cursor?: string;
  /** Only what happened at or after this time. */
  readonly since?: string;
  /** Only what happened before this time. */
  readonly until?: string;
  /** Only those. */
  readonly direction?: 'in' | 'out';
  /** Only files of these bytes: what is here already need not be uploaded again. */
  readonly sha256?: string;
}

/** A signed address of a file, for a browser or another program. */
export interface MediaLink {
  /** An address that needs no credentials. */
  readonly url: string;
  /** Until when it works. */
  readonly expires_at: string;
}

/** How much the files of the company take. */
export interface MediaUsage {
  /** Different files that are kept. */
  readonly files: number;
  /** Their size together. */
  readonly bytes: number;
  /** What the company may keep. */
  readonly quota_bytes: number;
  /** The largest file. */
  readonly file_bytes_max: number;
}
