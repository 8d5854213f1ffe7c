// Made from contract/ by `npm run docs`: the types of company, as the API has them. Do not edit.

/** Who the token belongs to, and what it may do. */
export interface Me {
  readonly company: {
    /** The company id. */
    readonly id: string;
    readonly name: string;
    /** IANA name, for example Asia/Riyadh. */
    readonly timezone: string;
    readonly plan: 'trial' | 'active' | 'suspended';
    readonly trial_ends_at: string | null;
  };
  readonly limits: {
    readonly requests_per_minute: number;
    readonly body_bytes_max: number;
    readonly text_characters_max: number;
  };
  /** The named token that asks; null: the company's own token, or a person. */
  readonly token: {
    readonly name: string;
    readonly scopes: ReadonlyArray<'send' | 'read' | 'contacts' | 'campaigns' | 'admin'>;
    readonly expires_at: string | null;
  } | null;
}
