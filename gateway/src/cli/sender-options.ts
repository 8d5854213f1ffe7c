// Shared by the commands about senders: reading their options, and printing refusals.

import { readFile } from 'node:fs/promises';
import { messagesPerSecondMax, senderNameCharactersMax } from '@hudhud/contract/senders.ts';
import type { Config } from '../config/config.ts';
import { AppError } from '../platform/errors.ts';
import { fromPublicId } from '../platform/ids.ts';
import { parsePhoneNumber } from '../platform/phone-number.ts';
import type { Provider, ProviderFields } from '../providers/provider.ts';
import { type CommandContext, type CommandOption, type ExitCode, exitCodes, UsageError } from './command.ts';

type Value = CommandContext['values'][string];

export const senderOption: CommandOption = {
  type: 'string',
  value: 'ID',
  meaning: 'Id of the sender (snd_...).',
  isRequired: true,
};
export const nameOption: CommandOption = { type: 'string', value: 'NAME', meaning: 'Its name.' };
export const defaultOption: CommandOption = {
  type: 'boolean',
  meaning: 'Make it the default sender of the company.',
};
export const fieldOption: CommandOption = {
  type: 'string',
  multiple: true,
  value: 'NAME=VALUE',
  meaning:
    'A field of the credentials; may be given many times. NAME=- reads standard input, NAME=@FILE a file.',
};
export const registerOption: CommandOption = {
  type: 'boolean',
  meaning: 'Register the callback address at the provider, where its API allows it.',
};
export const numberOption: CommandOption = {
  type: 'string',
  value: 'NUMBER',
  meaning: 'The phone number people see, such as +966501234567. A test of the connection fills it in.',
};
export const rateOption: CommandOption = {
  type: 'string',
  value: 'COUNT',
  meaning: "Messages per second. Default: the provider's own limit.",
};

export const refuseUnregistered = ({ registerCallback, title }: Provider): void => {
  if (registerCallback) return;
  throw new UsageError(`--register-callback: ${title} takes the address from a person; paste it there.`);
};

/** Where others reach the gateway of this configuration. */
export const publicUrlOf = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string =>
  publicUrl ?? `http://localhost:${port}`;

export const readSenderId = (value: Value): string => {
  const id = fromPublicId('sender', String(value));
  if (id === null) {
    throw new UsageError('--sender must be a sender id such as snd_01kagx5p9ne0ps4a2v7qk3m8dz.');
  }
  return id;
};

export const noSuchSender = ({ values, remark }: Pick<CommandContext, 'values' | 'remark'>): ExitCode => {
  remark(`The company has no sender ${values.sender}.`);
  return exitCodes.notFound;
};

export const readName = (value: Value): string => {
  const name = String(value).trim();
  if (name === '' || name.length > senderNameCharactersMax) {
    throw new UsageError(`--name must have 1 to ${senderNameCharactersMax} characters.`);
  }
  return name;
};

export const readRate = (value: Value): number => {
  const rate = Number(value);
  if (!/^\d+$/.test(String(value)) || rate < 1 || rate > messagesPerSecondMax) {
    throw new UsageError(`--rate must be a whole number from 1 to ${messagesPerSecondMax}.`);
  }
  return rate;
};

export const readNumber = (value: Value): string => {
  const phoneNumber = parsePhoneNumber(String(value));
  if (phoneNumber === null) throw new UsageError('--number must be a phone number such as +966501234567.');
  return phoneNumber;
};

/** Secrets need not stand on the command line, where every user of the machine can read them. */
export const readFields = async ({
  lists: { field: pairs = [] },
  readInput,
}: Pick<CommandContext, 'lists' | 'readInput'>): Promise<ProviderFields> => {
  const fields: Record<string, string> = {};
  for (const pair of pairs) {
    const [, name, value = ''] = /^([a-z0-9_]+)=([\s\S]*)$/.exec(pair) ?? [];
    // The pair itself is not repeated: it may hold a secret.
    if (name === undefined)
      throw new UsageError('--field must be NAME=VALUE, with a name such as access_token.');
    if (value === '-') fields[name] = (await readInput()).trim();
    else if (value.startsWith('@')) fields[name] = (await readSecretFile(name, value.slice(1))).trim();
    else fields[name] = value;
  }
  return fields;
};

const readSecretFile = async (name: string, path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(`The file of ${name} cannot be read: ${(error as Error).message}`);
  }
};

/** Prints a refusal by the rules as an answer, not as a crash. */
export const orRefused = async (
  remark: CommandContext['remark'],
  work: () => Promise<ExitCode>,
): Promise<ExitCode> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    for (const line of error.errors?.map(({ detail }) => detail) ?? [error.detail]) remark(line);
    return exitCodes.refused;
  }
};
