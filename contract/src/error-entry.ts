// One entry of the catalogue of errors.

export interface ErrorEntry {
  readonly status: number;
  readonly title: string;
  /** The cause, for a person who reads it for the first time. */
  readonly cause: string;
  /** The action that person can take. */
  readonly action: string;
}

export const entry = (status: number, title: string, cause: string, action: string): ErrorEntry => ({
  status,
  title,
  cause,
  action,
});
