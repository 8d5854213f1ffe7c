// One entry of the catalogue of errors.

export interface ErrorEntry {
  readonly status: number;
  readonly title: string;
  /** What happened, for a person who reads it for the first time. */
  readonly cause: string;
  /** What that person can do about it. */
  readonly action: string;
}

export const entry = (status: number, title: string, cause: string, action: string): ErrorEntry => ({
  status,
  title,
  cause,
  action,
});
