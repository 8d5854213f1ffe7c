// Every npm script calls this. It must run on Node 20 with nothing installed: it installs the dependencies when they
// are missing or out of date, finds the Node 24 among them, and hands over to the real program. Everything it says goes
// to stderr, because `npm run --silent hudhud -- ... --json` promises JSON alone on stdout.

const oldestNode = 20;

if (Number.parseInt(process.versions.node, 10) < oldestNode) {
  process.stderr.write(
    `Hudhud needs Node ${oldestNode} or newer to start; this is Node ${process.versions.node} (${process.execPath}). ` +
      'Install a current Node from https://nodejs.org and try again.\n',
  );
  process.exit(1);
}

// Loaded only now: an older Node would answer these files with a syntax error instead of the sentence above.
const { bootstrap } = await import('./bootstrap/run-command.mjs');
await bootstrap(process.argv.slice(2));
