// The shape of a command, and the context it runs in.

import type { ParseArgsOptionDescriptor } from 'node:util';
import type { Storage } from '../app/open-storage.ts';
import type { Config, readConfig } from '../config/config.ts';

/** Exit codes that scripts can rely on. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, notFound: 3, refused: 4 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export interface CommandOption extends ParseArgsOptionDescriptor {
  readonly meaning: string;
  /** How the value is called in the help text. */
  readonly value?: string;
  readonly isRequired?: boolean;
}

/** The surroundings of a command line: a process of its own, or a test that observes it. */
export interface Surroundings {
  /** Left out: the environment of the process. */
  readonly environment?: Parameters<typeof readConfig>[0];
  /** Everything on standard input. */
  readonly readInput: () => Promise<string>;
  /** Results, for people or programs: standard output. */
  readonly print: (line: string) => void;
  /** Remarks and complaints: standard error. */
  readonly remark: (line: string) => void;
}

export interface CommandContext extends Surroundings {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  /** The options that may be given more than once. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  readonly config: Config;
  /** Opens the database for as long as `work` takes. */
  readonly withStorage: <Result>(work: (storage: Storage) => Promise<Result>) => Promise<Result>;
}

export interface Command {
  /** The words that call it, such as `company create`. */
  readonly name: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  readonly example?: string;
  readonly run: (context: CommandContext) => Promise<ExitCode>;
}

/** A mistake in how the command was called. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const jsonOption: CommandOption = {
  type: 'boolean',
  meaning: 'Print JSON and nothing else.',
};
