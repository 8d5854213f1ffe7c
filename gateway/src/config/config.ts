// The only reader of the environment. A bad value stops the start, and all bad values are reported at once.

import { type Parsed, type Setting, settings } from './settings.ts';

type ValueOf<S> = S extends { parse: (text: string) => Parsed<infer Value> } ? Value : never;

export type Config = { readonly [Name in keyof typeof settings]: ValueOf<(typeof settings)[Name]> };

/** Mistakes in the settings, one sentence each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

export const readConfig = (environment: Environment = process.env): Config => {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(settings) as [string, Setting<unknown>][]) {
    const parsed = setting.parse((environment[setting.name] ?? setting.default).trim());
    if ('problem' in parsed) problems.push(parsed.problem);
    else values[key] = parsed.value;
  }
  if (values.databaseUrl && 'secretKey' in values && !values.secretKey) {
    problems.push(
      'SECRET_KEY is required with DATABASE_URL. Make one with: openssl rand -base64 32, and give the same one to every process.',
    );
  }
  if (values.directDatabaseUrl && !values.databaseUrl) {
    problems.push('DIRECT_DATABASE_URL is the way past the pooler of DATABASE_URL, which is empty.');
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return values as Config;
};

/** The settings in force, as a table for people. Secrets are only said to be set. */
export const describeConfig = (
  environment: Environment = process.env,
): { name: string; value: string; default: string; meaning: string }[] =>
  (Object.values(settings) as Setting<unknown>[]).map((setting) => {
    const value = environment[setting.name];
    const shown =
      value === undefined ? setting.default : setting.isSecret && value.trim() !== '' ? '(set)' : value;
    return { name: setting.name, value: shown, default: setting.default, meaning: setting.meaning };
  });
