export interface Finding {
  path: string;
  line: number;
  rule: string;
  /** A sentence that says what to do. */
  advice: string;
}

export interface SourceText {
  /** From the root of the repository, with forward slashes. */
  path: string;
  text: string;
}
