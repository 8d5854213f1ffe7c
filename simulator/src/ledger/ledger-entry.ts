// One message request as the ledger keeps it, in memory and as a line of its file.

export interface LedgerEntry {
  seq: number;
  /** Null for a refused message. */
  id: string | null;
  phoneNumberId: string;
  to: string;
  waId: string;
  type: string;
  /** `biz_opaque_callback_data`, the sender's own mark. */
  opaque: string | null;
  receivedAt: number;
  outcome: 'accepted' | 'refused';
  /** Whether the caller got the answer: the message of a reset connection is accepted all the same. */
  answer: 'given' | 'reset' | 'none';
  httpStatus: number;
  code: number | null;
  body: unknown;
}
