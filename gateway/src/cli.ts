// The `hudhud` command line. It works on the same database as the gateway, whether or not one is running.

import { runCommandLine } from './cli/run-command-line.ts';

// A reader that has seen enough (`| head`) is no reason to fail.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runCommandLine(process.argv.slice(2));
