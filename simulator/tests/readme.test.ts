import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { inboundTypes } from '../src/chat/inbound-content.ts';
import { toSnakeCase } from '../src/control/snake-case.ts';
import { createSimulator } from '../src/create-simulator.ts';
import { faultNames } from '../src/fault/faults-by-name.ts';
import { defaultSettings } from '../src/settings.ts';
import { simulatorPlugin } from '../src/simulator-plugin.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

describe('the README', () => {
  it.each(Object.entries(defaultSettings).map(([name, value]) => [toSnakeCase(name), value] as const))(
    'names the setting %s and its default',
    (name, value) => {
      const row = readme
        .split('\n')
        .find((line) => line.startsWith('|') && !line.includes('+1555') && line.includes(`\`${name}\``));
      expect(row).toMatch(new RegExp(`[ |]${value}[, |]`));
    },
  );

  it.each(faultNames)('names the fault %s', (name) => {
    expect(readme).toContain(`\`${name}\``);
  });

  it('names every type a person can send', () => {
    const list = readme.slice(readme.indexOf('\nTypes: '));
    for (const type of inboundTypes) expect(list).toContain(type);
  });

  it('has every path of the control API', async () => {
    const paths = new Set<string>();
    const server = Fastify();
    server.addHook('onRoute', ({ url }) => {
      if (url.startsWith('/control/')) paths.add(url);
    });
    await server.register(simulatorPlugin, { simulator: createSimulator() });
    const documented = readme.replaceAll('.../', '/control/numbers/{id}/');
    for (const path of paths) {
      const names = path.startsWith('/control/conversations/:')
        ? path.replace(':id', '{phone_number_id}')
        : path;
      expect(documented).toContain(names.replace(/:(\w+)/g, '{$1}'));
    }
    expect(paths.size).toBeGreaterThan(20);
    await server.close();
  });
});
