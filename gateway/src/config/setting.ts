// The shape of a setting, and the usual kinds of them.

import { readAddresses } from '../platform/database/hosts.ts';

export type Parsed<Value> = { readonly value: Value } | { readonly problem: string };

export interface Setting<Value> {
  readonly name: string;
  readonly meaning: string;
  /** The default as an operator reads it in the table; it is parsed from this text. */
  readonly default: string;
  readonly isSecret?: boolean;
  readonly parse: (text: string) => Parsed<Value>;
}

export const text = (name: string, meaning: string, byDefault: string): Setting<string> => ({
  name,
  meaning,
  default: byDefault,
  parse: (value) => ({ value }),
});

export const whole = (
  name: string,
  meaning: string,
  byDefault: number,
  min: number,
  max: number,
): Setting<number> => ({
  name,
  meaning,
  default: String(byDefault),
  parse: (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return { value: number };
    return { problem: `${name} must be a whole number from ${min} to ${max}, not ${JSON.stringify(value)}.` };
  },
});

export const oneOf = <Name extends string>(
  name: string,
  meaning: string,
  byDefault: Name,
  names: readonly Name[],
): Setting<Name> => ({
  name,
  meaning: `${meaning} One of: ${names.join(', ')}.`,
  default: byDefault,
  parse: (value) => {
    const found = names.find((candidate) => candidate === value);
    if (found !== undefined) return { value: found };
    return { problem: `${name} must be one of ${names.join(', ')}, not ${JSON.stringify(value)}.` };
  },
});

export const yesNo = (name: string, meaning: string, byDefault: 'yes' | 'no'): Setting<boolean> => ({
  name,
  meaning: `${meaning} \`yes\` or \`no\`.`,
  default: byDefault,
  parse: (value) => {
    if (['yes', 'true', '1'].includes(value)) return { value: true };
    if (['no', 'false', '0'].includes(value)) return { value: false };
    return { problem: `${name} must be yes or no, not ${JSON.stringify(value)}.` };
  },
});

export const address = (
  name: string,
  meaning: string,
  protocols: readonly string[],
): Setting<string | null> => ({
  name,
  meaning,
  default: '',
  parse: (value) => {
    if (value === '') return { value: null };
    const expected = protocols.map((protocol) => `${protocol}//`).join(' or ');
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      return { problem: `${name} must be an address that starts with ${expected}.` };
    }
    return { value: value.replace(/\/+$/, '') };
  },
});

/** One or several servers of one database. */
export const databaseAddress = (name: string, meaning: string): Setting<string | null> => ({
  name,
  meaning,
  default: '',
  isSecret: true,
  parse: (value) => {
    if (value === '') return { value: null };
    const read = readAddresses(value);
    if ('problem' in read) return { problem: `${name} ${read.problem}.` };
    return { value: value.replace(/\/+$/, '') };
  },
});
