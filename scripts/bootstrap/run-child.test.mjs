// These start real processes: what matters here is what the operating system does with signals.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';

const here = path.dirname(fileURLToPath(import.meta.url));
const modulePath = pathToFileURL(path.join(here, 'run-child.mjs')).href;

// Each test starts two processes, one after the other.
describe('runChild and endLike', { timeout: 20_000 }, () => {
  test("end with the child's exit code", async () => {
    const wrapper = wrap('process.exit(7)');
    expect(await once(wrapper, 'exit')).toEqual([7, null]);
  });

  test('end by the signal that ended the child', async () => {
    const wrapper = wrap('process.kill(process.pid, "SIGKILL")');
    expect(await once(wrapper, 'exit')).toEqual([null, 'SIGKILL']);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
    'pass %s on and wait until the child has stopped',
    async (signal) => {
      const wrapper = wrap(stopsSlowly(signal));
      const output = collect(wrapper);
      await output.until('ready');
      wrapper.kill(signal);
      expect(await once(wrapper, 'exit')).toEqual([0, null]);
      expect(output.text()).toBe('ready 1 stopped');
    },
  );

  test('pass a signal that comes twice in a moment on once', async () => {
    const wrapper = wrap(stopsSlowly('SIGTERM'));
    const output = collect(wrapper);
    await output.until('ready');
    wrapper.kill('SIGTERM');
    await output.until('1');
    wrapper.kill('SIGTERM');
    await once(wrapper, 'exit');
    expect(output.text()).toBe('ready 1 stopped');
  });
});

// Counts the signals it gets and ends half a second after the first, as the gateway does while it drains.
function stopsSlowly(signal) {
  return `
    let signals = 0;
    const stop = () => { process.stdout.write(' stopped'); process.exit(0); };
    process.on('${signal}', () => { process.stdout.write(' ' + ++signals); if (signals === 1) setTimeout(stop, 500); });
    setInterval(() => {}, 1000);
    process.stdout.write('ready');`;
}

function wrap(childCode) {
  const wrapperCode = `
    import { endLike, runChild } from ${JSON.stringify(modulePath)};
    endLike(await runChild(process.execPath, ['-e', ${JSON.stringify(childCode)}], { stdio: 'inherit' }));`;
  // A session of its own: on a developer's terminal a SIGINT is left to the terminal, as it is meant to be.
  const options = { stdio: ['ignore', 'pipe', 'inherit'], detached: true };
  return spawn(process.execPath, ['--input-type=module', '-e', wrapperCode], options);
}

function collect(wrapper) {
  let text = '';
  wrapper.stdout.on('data', (chunk) => {
    text += chunk;
  });
  return {
    text: () => text,
    until: async (part) => {
      while (!text.includes(part)) await once(wrapper.stdout, 'data');
    },
  };
}
