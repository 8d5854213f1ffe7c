import { describe, expect, test } from 'vitest';
import { checkRestrictedCode, looksLikeSql } from './restricted-code.ts';
import { scanSource } from './scan-source.ts';

function rulesBroken(path: string, text: string): string[] {
  return checkRestrictedCode([scanSource({ path, text })]).map(({ rule, line }) => `${rule}:${line}`);
}

describe('the environment', () => {
  test.each([
    'const port = process.env.PORT;',
    'const port = process.env["PORT"];',
    'const { env } = process;',
    `import { env } from 'node:process';`,
    `start({ env: { ...process.env } });`,
  ])('is read in config.ts only: %s', (text) => {
    expect(rulesBroken('gateway/src/messages/send.ts', text)).toEqual(['environment:1']);
    expect(rulesBroken('gateway/src/config/config.ts', text)).toEqual([]);
  });

  test.each([
    'gateway/src/a.test.ts',
    'gateway/tests/support/start.ts',
    'gateway/bench/main.ts',
    'scripts/a.ts',
    'dashboard/vite.config.ts',
  ])('may be read in %s, which no customer runs', (path) => {
    expect(rulesBroken(path, 'const port = process.env.PORT;')).toEqual([]);
  });

  test('is not meant by other words that look like it', () => {
    const text = `// process.env\nconst text = 'process.env.PORT'; const env = config.env; const id = process.pid;`;
    expect(rulesBroken('gateway/src/messages/send.ts', text)).toEqual([]);
  });
});

describe('SQL', () => {
  test.each([
    'select id from messages where company_id = $1',
    '\n  -- the oldest first\n  select *\n  from messages\n',
    '/* claim */ SELECT id FROM messages',
    'select pg_advisory_lock(1)',
    'select 1',
    'insert into messages (id) values ($1)',
    'update messages m set status = $1',
    'UPDATE messages SET status = $1',
    'delete from messages',
    'with taken as (select 1) select * from taken',
    'with recursive tree (id) as materialized (select 1) select 1',
    'create unique index on messages (id)',
    'create or replace function f() returns void',
    'CREATE TABLE messages (id uuid)',
    'alter table messages add column note text',
    'drop materialized view daily',
    'listen pokes',
    "notify pokes, 'lane 1'",
  ])('is recognised: %s', (text) => {
    expect(looksLikeSql(text)).toBe(true);
  });

  test.each([
    'Select a sender from the list',
    'update',
    'Update the settings of this sender',
    'delete this message?',
    'with kind regards',
    'create a company first',
    'drop files here',
    'listening on port 3000',
    'notify the customer',
    'selected from the list',
  ])('is told from a sentence: %s', (text) => {
    expect(looksLikeSql(text)).toBe(false);
  });

  test.each([
    'gateway/src/messages/queries.ts',
    'gateway/migrations/0001-start.ts',
    'gateway/src/platform/database/database.ts',
    'gateway/src/platform/database/migrate.ts',
    'gateway/src/platform/database/partitions.ts',
    'embedded-postgres/src/create-user.ts',
    'gateway/tests/journey.test.ts',
    'gateway/bench/main.ts',
  ])('is allowed in %s', (path) => {
    expect(rulesBroken(path, 'query(`select id from messages`)')).toEqual([]);
  });

  test.each([
    'query(`select id from messages`)',
    `query('delete from messages')`,
    `query(\`select \${column} from \${table}\`)`,
    `query(sql\`update messages set status = \${status}\`)`,
  ])('is refused elsewhere: %s', (text) => {
    expect(rulesBroken('gateway/src/messages/send.ts', text)).toEqual(['sql:1']);
  });
});

describe('outgoing HTTP', () => {
  test.each([
    `await fetch('https://example.com');`,
    `await globalThis.fetch('https://example.com');`,
    `import { request } from 'undici';`,
    `const undici = await import('undici');`,
    `import nodemailer from 'nodemailer';`,
    `import { request } from 'node:https';`,
    `import http from 'node:http'; http.get('http://example.com');`,
    `import * as https from 'node:https'; const agent = new https.Agent();`,
    `import { connect } from 'node:net';`,
    `import tls from 'node:tls'; tls.connect({ host: 'example.com', port: 443 });`,
  ])('is refused: %s', (text) => {
    expect(rulesBroken('gateway/src/webhooks/deliver.ts', text)).toEqual(['outgoing-http:1']);
  });

  test.each([
    `import { createServer, type Server } from 'node:http'; createServer();`,
    `import http from 'node:http'; http.createServer();`,
    `import type { IncomingMessage, Agent } from 'node:http';`,
    `import { createServer, isIP, type Socket } from 'node:net'; createServer();`,
    `app.get('/health', handler); cache.fetch('key'); const prefetch = () => {}; prefetch();`,
  ])('is not a server, nor another thing of that name: %s', (text) => {
    expect(rulesBroken('gateway/src/webhooks/deliver.ts', text)).toEqual([]);
  });

  test.each([
    'gateway/src/platform/outgoing-http/outgoing-http.ts',
    'gateway/src/platform/outgoing-http/guard.ts',
    'gateway/src/processes/peers/listen.ts',
    'dashboard/src/api.ts',
    'simulator/src/webhook/send-webhook.ts',
    'n8n-node/nodes/Hudhud.node.ts',
    'gateway/tests/journey.test.ts',
    'scripts/test-fresh-clone.ts',
  ])('is allowed in %s', (path) => {
    expect(rulesBroken(path, `await fetch('https://example.com');`)).toEqual([]);
  });
});
