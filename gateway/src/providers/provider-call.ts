// The types that every part of a provider takes and returns: a sender's fields, and the HTTP request that was made.

/** A field of a sender's credentials, as a form shows it. */
export interface ProviderField {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly isSecret: boolean;
  /** Line breaks in it mean nothing, as in a key; they are kept as spaces. */
  readonly isMultiline?: true;
  /** Used when nothing is given; a field without one is required. */
  readonly default?: string;
  /** A long secret is made when none is given. */
  readonly isGenerated?: true;
  /** Callbacks are proven by it. While it is being replaced it may hold two, with a space between them. */
  readonly provesCallbacks?: true;
}

export type ProviderFields = Readonly<Record<string, string>>;

/** The HTTP request behind an outcome, for Webhook Logs; secrets are already out of it. */
export interface ProviderCall {
  readonly method: string;
  readonly url: string;
  readonly requestBody: string | null;
  readonly status: number | null;
  readonly answerBody: string | null;
  readonly milliseconds: number;
}
