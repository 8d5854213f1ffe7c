// The help texts of the command line, made from the commands themselves.

import type { Command } from './command.ts';

const callHudhud = 'npm run --silent hudhud --';

const column = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
};

export const helpOverall = (commands: readonly Command[]): string =>
  [
    'hudhud: the command line of the Hudhud WhatsApp gateway',
    '',
    `Usage: ${callHudhud} <command> [options]`,
    '',
    'Commands:',
    ...column(commands.map((command) => [command.name, command.summary])),
    '',
    'Every command takes --help. Settings come from the environment, as for the gateway: see the config command.',
    'Exit codes: 0 done, 1 failed, 2 called wrongly, 3 not found, 4 refused.',
  ].join('\n');

export const helpFor = (command: Command): string => {
  const options = Object.entries(command.options).map(([name, option]): [string, string] => [
    option.type === 'boolean' ? `--${name}` : `--${name} ${option.value ?? 'VALUE'}`,
    `${option.meaning}${option.isRequired ? ' Required.' : ''}`,
  ]);
  return [
    command.summary,
    '',
    `Usage: ${callHudhud} ${command.name} [options]`,
    '',
    'Options:',
    ...column([...options, ['--help', 'Show this text.']]),
    ...(command.example ? ['', 'Example:', `  ${callHudhud} ${command.example}`] : []),
  ].join('\n');
};
