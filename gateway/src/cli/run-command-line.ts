// Finds the command that was called, reads its options, runs it, and turns what went wrong into words and an exit code.

import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { openStorage } from '../app/open-storage.ts';
import { explainStartFailure } from '../app/start-failure.ts';
import { ConfigError, readConfig } from '../config/config.ts';
import { createLog } from '../platform/log.ts';
import {
  type Command,
  type CommandContext,
  type ExitCode,
  exitCodes,
  type Surroundings,
  UsageError,
} from './command.ts';
import { companyCreate } from './company-create.ts';
import { companyDelete } from './company-delete.ts';
import { companyList } from './company-list.ts';
import { companyPlan } from './company-plan.ts';
import { configShow } from './config-show.ts';
import { costsImport } from './costs-import.ts';
import { helpFor, helpOverall } from './help.ts';
import { mediaCheck } from './media-check.ts';
import { migrateRun } from './migrate-run.ts';
import { routeAdd, routeDelete } from './route-change.ts';
import { routeList } from './route-list.ts';
import { senderAdd } from './sender-add.ts';
import { senderList } from './sender-list.ts';
import { senderSet } from './sender-set.ts';
import { senderTest } from './sender-test.ts';
import { simulatorRun } from './simulator-run.ts';
import { statisticsCheck } from './statistics-check.ts';
import { tokenSet } from './token-set.ts';
import { userDelete } from './user-delete.ts';
import { userJoin } from './user-join.ts';
import { userList } from './user-list.ts';
import { userOperator } from './user-operator.ts';
import { userResetLink } from './user-reset-link.ts';

const commands: readonly Command[] = [
  companyCreate,
  companyList,
  companyPlan,
  companyDelete,
  tokenSet,
  senderAdd,
  senderList,
  senderSet,
  senderTest,
  routeAdd,
  routeList,
  routeDelete,
  costsImport,
  userList,
  userDelete,
  userResetLink,
  userOperator,
  userJoin,
  statisticsCheck,
  mediaCheck,
  migrateRun,
  configShow,
  simulatorRun,
];

const thisProcess: Surroundings = {
  readInput: () => text(process.stdin),
  print(line) {
    process.stdout.write(`${line}\n`);
  },
  remark(line) {
    process.stderr.write(`${line}\n`);
  },
};

const findCommand = (words: readonly string[]): { command: Command; rest: string[] } | null => {
  for (const command of commands) {
    const name = command.name.split(' ');
    if (name.every((word, index) => words[index] === word))
      return { command, rest: words.slice(name.length) };
  }
  return null;
};

const readOptions = (command: Command, words: string[]): Pick<CommandContext, 'values' | 'lists'> => {
  try {
    const parsed = parseArgs({ args: words, options: { ...command.options, help: { type: 'boolean' } } });
    const values: Record<string, string | boolean | undefined> = {};
    const lists: Record<string, string[]> = {};
    for (const [name, value] of Object.entries(parsed.values)) {
      if (Array.isArray(value)) lists[name] = value.map(String);
      else values[name] = value;
    }
    if (values.help) return { values, lists };
    for (const [name, option] of Object.entries(command.options)) {
      if (option.isRequired && !values[name]) throw new UsageError(`--${name} is required.`);
    }
    return { values, lists };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
};

const runCommand = async (
  command: Command,
  words: string[],
  surroundings: Surroundings,
): Promise<ExitCode> => {
  const { environment, print, remark } = surroundings;
  const { values, lists } = readOptions(command, words);
  if (values.help) {
    print(helpFor(command));
    return exitCodes.ok;
  }
  return await command.run({
    values,
    lists,
    get config() {
      return readConfig(environment);
    },
    ...surroundings,
    async withStorage(work) {
      const config = readConfig(environment);
      const storage = await openStorage({ config, holder: 'command', log: createLog('silent'), say: remark });
      try {
        return await work(storage);
      } finally {
        await storage.close();
      }
    },
  });
};

export const runCommandLine = async (
  words: readonly string[],
  surroundings: Surroundings = thisProcess,
): Promise<ExitCode> => {
  const { print, remark } = surroundings;
  const called = findCommand(words);
  if (!called) {
    const asksForHelp = words.length === 0 || ['--help', '-h', 'help'].includes(words[0] ?? '');
    if (!asksForHelp) remark(`There is no command "${words.join(' ')}".\n`);
    (asksForHelp ? print : remark)(helpOverall(commands));
    return asksForHelp ? exitCodes.ok : exitCodes.usage;
  }
  try {
    return await runCommand(called.command, called.rest, surroundings);
  } catch (error) {
    if (error instanceof UsageError) {
      remark(`${error.message}\n\n${helpFor(called.command)}`);
      return exitCodes.usage;
    }
    for (const line of explainStartFailure(error)) remark(line);
    return error instanceof ConfigError ? exitCodes.usage : exitCodes.failed;
  }
};
