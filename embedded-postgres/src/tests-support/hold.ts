// A process of its own that opens the database and keeps it until its standard input ends: what the tests kill.
// Argument: the options as JSON. Writes one JSON line for every thing that happens.

import { type EmbeddedPostgres, type OpenOptions, openEmbeddedPostgres } from '../open.ts';

export type Report =
  | { kind: 'open'; startedHere: boolean; connection: EmbeddedPostgres['connection'] }
  | { kind: 'refused'; name: string; message: string }
  | { kind: 'said'; line: string }
  | { kind: 'lost'; reason: string }
  | { kind: 'stopped' };

function report(what: Report): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}

const asked = JSON.parse(process.argv[2] ?? '{}') as Omit<OpenOptions, 'say'>;
try {
  const database = await openEmbeddedPostgres({
    ...asked,
    say: (line) => report({ kind: 'said', line }),
    onLost: (reason) => report({ kind: 'lost', reason }),
  });
  report({ kind: 'open', startedHere: database.startedHere, connection: database.connection });
  process.stdin.resume();
  process.stdin.once('end', async () => {
    await database.stop();
    report({ kind: 'stopped' });
  });
} catch (error) {
  if (!(error instanceof Error)) throw error;
  report({ kind: 'refused', name: error.name, message: error.message });
}
