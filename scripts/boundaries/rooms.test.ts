import { describe, expect, test } from 'vitest';
import { checkRooms } from './rooms.ts';
import { scanSource } from './scan-source.ts';

function findingsFor(path: string, text: string): string[] {
  return checkRooms([scanSource({ path, text })]).map(
    ({ line, rule, advice }) => `${line} ${rule}: ${advice}`,
  );
}

describe('floors', () => {
  test('let a room import a room below, its own files and the contract', () => {
    const text = `
      import { acceptMessage } from '../messages/accept-message.ts';
      import { Clock } from '../platform/clock.ts';
      import { insertCampaign } from './queries.ts';
      import { errors } from '@hudhud/contract/errors.ts';
      import { Type } from 'typebox';`;
    expect(findingsFor('gateway/src/campaigns/start-campaign.ts', text)).toEqual([]);
  });

  test('refuse an import of a higher floor, and say where it is', () => {
    const text = `\nimport { acceptMessage } from '../messages/accept-message.ts';`;
    expect(findingsFor('gateway/src/webhooks/deliver.ts', text)).toEqual([
      expect.stringMatching(/^2 floors: webhooks \(floor 2\) may not import messages \(floor 4\)/),
    ]);
  });

  test('refuse an import between two rooms of the same floor', () => {
    const text = `import { record } from '../monitoring/record.ts';`;
    expect(findingsFor('gateway/src/webhooks/deliver.ts', text)).toHaveLength(1);
  });

  test.each([
    `import type { Message } from '../messages/message.ts';`,
    `export { acceptMessage } from '../messages/accept-message.ts';`,
    `export * from '../messages/accept-message.ts';`,
    `const messages = await import('../messages/accept-message.ts');`,
    `type Message = import('../messages/message.ts').Message;`,
  ])('see through every way to import: %s', (text) => {
    expect(findingsFor('gateway/src/platform/batcher.ts', text)).toHaveLength(1);
  });

  test('are not fooled by comments and strings', () => {
    const text = `
      // import { a } from '../messages/a.ts';
      const text = "import { a } from '../messages/a.ts'";
      const template = \`export * from '../messages/a.ts'\`;`;
    expect(findingsFor('gateway/src/platform/batcher.ts', text)).toEqual([]);
  });

  test('let the wiring at the top, and cli/, import everything and each other', () => {
    const text = `
      import { routes } from '../messages/routes.ts';
      import { config } from '../config/config.ts';
      import { startSimulator } from '@hudhud/simulator/start.ts';`;
    expect(findingsFor('gateway/src/cli/run-simulator.ts', text)).toEqual([]);
  });

  test('let only the wiring import the simulator', () => {
    const text = `import { startSimulator } from '@hudhud/simulator/start.ts';`;
    expect(findingsFor('gateway/src/main.ts', text)).toEqual([]);
    expect(findingsFor('gateway/src/senders/connect.ts', text)[0]).toMatch(
      /only simulator\/, app\/ and cli\/ may import the simulator/,
    );
  });

  test('refuse an import of the wiring from a room', () => {
    expect(
      findingsFor('gateway/src/messages/send.ts', `import { config } from '../config/config.ts';`),
    ).toHaveLength(1);
  });

  test('ask for a floor when a folder is new', () => {
    expect(findingsFor('gateway/src/billing/charge.ts', '')[0]).toMatch(/billing is new: give it a floor/);
  });

  test('refuse production code that imports test support', () => {
    const text = `import { company } from '../../tests/support/company.ts';`;
    expect(findingsFor('gateway/src/messages/send.ts', text)[0]).toMatch(/rooms: .*not part of the server/);
  });

  test('leave tests alone', () => {
    const text = `import { startSimulator } from '@hudhud/simulator/start.ts'; import { a } from '../messages/a.ts';`;
    expect(findingsFor('gateway/src/platform/batcher.test.ts', text)).toEqual([]);
  });
});

describe('floors of the dashboard', () => {
  test.each([
    ['dashboard/src/queries/messages.ts', `import { a } from '../parts/time/times.ts';`],
    ['dashboard/src/parts/list/list-page.tsx', `import { a } from '../../pages/messages/filters.ts';`],
    ['dashboard/src/pages/send/send-page.tsx', `import { a } from '../../shell/router.tsx';`],
    ['dashboard/src/api.ts', `import type { a } from './queries/me.ts';`],
    ['dashboard/src/shell/app.tsx', `import '../main.tsx';`],
  ])('refuse in %s: %s', (path, text) => {
    expect(findingsFor(path, text)).toEqual([expect.stringMatching(/^1 floors: .* of the dashboard/)]);
  });

  test.each([
    ['dashboard/src/parts/list/list-page.tsx', `import { a } from '../../queries/me.ts';`],
    ['dashboard/src/queries/me.ts', `import { get } from '../api.ts';`],
    ['dashboard/src/shell/router.tsx', `import { a } from '../pages/send/send-page.tsx';`],
    ['dashboard/src/pages/send/send-page.tsx', `import { a } from '../messages/filters.ts';`],
  ])('allow in %s: %s', (path, text) => {
    expect(findingsFor(path, text)).toEqual([]);
  });

  test('ask for a floor when a folder is new', () => {
    expect(findingsFor('dashboard/src/widgets/clock.tsx', '')[0]).toMatch(/widgets is new: give it a floor/);
  });
});

describe('private names', () => {
  test.each(['queries.ts', '_draft.ts', '_internal/claim.ts'])('keep %s inside its room', (file) => {
    const text = `import { a } from '../messages/${file}';`;
    expect(findingsFor('gateway/src/campaigns/start.ts', text)[0]).toMatch(/private to messages/);
    expect(findingsFor('gateway/src/messages/send.ts', `import { a } from './${file}';`)).toEqual([]);
  });

  test('leave routes to the wiring', () => {
    const text = `import { routes } from '../messages/routes.ts';`;
    expect(findingsFor('gateway/src/campaigns/start.ts', text)[0]).toMatch(/registered by floor 7 only/);
    expect(
      findingsFor('gateway/src/app/server.ts', `import { routes } from '../messages/routes.ts';`),
    ).toEqual([]);
  });
});

describe('workspaces', () => {
  test.each([
    ['contract/src/errors.ts', `import { a } from '@hudhud/gateway/a.ts';`],
    ['contract/src/errors.ts', `import { a } from '../../gateway/src/platform/a.ts';`],
    ['dashboard/src/page.tsx', `import { a } from '../../gateway/src/platform/a.ts';`],
    ['dashboard/src/page.tsx', `import { a } from '@hudhud/simulator/a.ts';`],
    ['simulator/src/main.ts', `import { a } from '../../gateway/src/platform/a.ts';`],
    ['simulator/src/main.ts', `import { a } from '../../dashboard/src/a.ts';`],
    ['n8n-node/nodes/Hudhud.node.ts', `import { a } from '@hudhud/contract/errors.ts';`],
    ['gateway/src/main.ts', `import { a } from '../../dashboard/src/a.ts';`],
    ['gateway/src/main.ts', `import { a } from '../../scripts/a.ts';`],
  ])('refuse in %s: %s', (path, text) => {
    expect(findingsFor(path, text)).toEqual([expect.stringMatching(/^1 workspaces: /)]);
  });

  test.each([
    ['dashboard/src/page.tsx', `import { errors } from '@hudhud/contract/errors.ts';`],
    ['simulator/src/main.ts', `import { errors } from '@hudhud/contract/errors.ts';`],
    [
      'n8n-node/nodes/Hudhud.node.ts',
      `import { a } from './describe'; import type { INodeType } from 'n8n-workflow';`,
    ],
  ])('allow in %s: %s', (path, text) => {
    expect(findingsFor(path, text)).toEqual([]);
  });
});
