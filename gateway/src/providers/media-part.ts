// Files: how a provider is given those of our messages, and how those of its people are fetched. What happened is a value,
// as it is for a send.

import type { Readable } from 'node:stream';
import type { Failure } from '@hudhud/contract/failure.ts';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import type { ProviderCall, ProviderFields } from './provider-call.ts';

/** A file that is kept here. */
export interface StoredFile {
  readonly mimeType: string;
  readonly filename: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** From its beginning; the caller reads it to its end or destroys it. */
  open(): Promise<Readable>;
}

/** A file of the content that is being sent, as this provider is to name it. */
export type OutgoingFile = {
  readonly mimeType: string;
  readonly filename: string;
  readonly bytes: number;
} & (
  | { readonly kind: 'uploaded'; readonly reference: string }
  /** An address of ours that needs no credentials and works for a limited time. */
  | { readonly kind: 'link'; readonly url: string }
);

/** Nothing of the message is in an upload, so an upload that was lost on the way can always be repeated. */
export type UploadOutcome =
  | {
      readonly kind: 'uploaded';
      readonly reference: string;
      /** How long the provider keeps it; null when it does not say. */
      readonly keptSeconds: number | null;
    }
  | {
      readonly kind: 'retry';
      readonly scope: 'message' | 'sender';
      readonly afterSeconds: number | null;
      readonly failure: Failure;
    }
  | { readonly kind: 'rejected'; readonly failure: Failure }
  | { readonly kind: 'suspended'; readonly failure: Failure };

export interface UploadResult {
  readonly outcome: UploadOutcome;
  /** Without the file: calls are kept and shown. */
  readonly call: ProviderCall;
}

/** The result of preparing the files of one message, before it is sent. */
export type PreparedFiles =
  | {
      readonly kind: 'ready';
      /** By our ids of them. */
      readonly files: ReadonlyMap<string, OutgoingFile>;
    }
  | {
      readonly kind: 'failed';
      readonly outcome: Exclude<UploadOutcome, { kind: 'uploaded' }>;
      /** Null when it did not come to a call. */
      readonly call: ProviderCall | null;
    };

/** A file of an incoming message, as its callback names it. */
export interface IncomingFile {
  /** The provider's id, or its address where the provider gives no id. */
  readonly reference: string;
  readonly mimeType: string | null;
  readonly filename: string | null;
  /** Hexadecimal; null when the provider does not say. */
  readonly sha256: string | null;
  /** Recorded with the microphone button. */
  readonly isVoice?: true;
  /** The text under it. */
  readonly caption?: string;
}

export type FetchOutcome =
  /** `body` must be read to its end or destroyed. */
  | {
      readonly kind: 'fetched';
      readonly body: Readable;
      readonly mimeType: string | null;
      readonly bytes: number | null;
      /** Hexadecimal; null when the provider does not say. */
      readonly sha256: string | null;
    }
  | { readonly kind: 'retry'; readonly afterSeconds: number | null; readonly failure: Failure }
  /** The provider has it no more, or never had it. */
  | { readonly kind: 'gone'; readonly failure: Failure }
  | { readonly kind: 'too_big'; readonly failure: Failure }
  /** Its address is one that we do not send credentials to, or that the guard refuses. */
  | { readonly kind: 'blocked'; readonly failure: Failure };

export interface FetchResult {
  readonly outcome: FetchOutcome;
  readonly calls: readonly ProviderCall[];
}

export interface MediaPart {
  /** `upload`: the provider is given the file first. `link`: it fetches the file from an address of ours. */
  readonly outgoing:
    | {
        readonly kind: 'upload';
        upload(http: OutgoingHttp, fields: ProviderFields, file: StoredFile): Promise<UploadResult>;
      }
    | { readonly kind: 'link' };
  /** Never sends the sender's credentials to a host that the provider does not own, nor over a redirect to one. */
  fetch(
    http: OutgoingHttp,
    fields: ProviderFields,
    file: IncomingFile,
    bounds: { readonly bytesMax: number; readonly timeoutMilliseconds: number },
  ): Promise<FetchResult>;
}
