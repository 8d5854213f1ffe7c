import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Prints the files and the parts of Node that a gateway has loaded before it does anything. */
const program = `
  import { Session } from 'node:inspector';
  await import(${JSON.stringify(new URL('run-gateway.ts', import.meta.url).href)});
  const session = new Session();
  session.connect();
  const files = [];
  session.on('Debugger.scriptParsed', ({ params }) => files.push(params.url));
  session.post('Debugger.enable');
  process.stdout.write(JSON.stringify({ files, parts: process.moduleLoadList }));
`;

const packageOf = (file: string): string | undefined =>
  /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];

it('a gateway loads no library at its start that it may never need', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    maxBuffer: 10_000_000,
  });
  const { files, parts } = JSON.parse(stdout) as { files: string[]; parts: string[] };
  const packages = new Set(files.map(packageOf));
  expect(packages).toContain('fastify');
  for (const name of [
    '@simplewebauthn/server',
    '@scalar/fastify-api-reference',
    'nodemailer',
    'file-type',
    'jose',
    'saxes',
    'csv-parse',
    'yauzl',
  ])
    expect(packages).not.toContain(name);
  // It is loaded where it runs.
  expect(files.filter((file) => file.includes('/simulator/src/'))).toEqual([]);
  expect(
    files.filter((file) => file.includes('/src/simulator/')).map((file) => file.split('/').at(-1)),
  ).toEqual(['runs-simulator.ts']);
  // The front door of undici; single files of it are used.
  expect(files.filter((file) => file.endsWith('/undici/index.js'))).toEqual([]);
  // Node's own copy of it, which comes with the first import of node:http.
  expect(parts.filter((part) => part.includes('deps/undici'))).toEqual([]);
});
