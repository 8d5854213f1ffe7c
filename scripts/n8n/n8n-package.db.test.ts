import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { startLossyLine } from './lossy-line.ts';
import { useN8nStage } from './n8n-stage.ts';

const home = path.resolve(import.meta.dirname, '../../n8n-node');
const { engine, folder, inN8n, newCompany, toolsFolder } = await useN8nStage();

const send = { resource: 'message', operation: 'send', to: '+966501234567', message: 'Hello' };

describe('the package', () => {
  inN8n('is clean in the eyes of the linter of n8n, in strict mode', () => {
    const copy = path.join(folder, 'lint');
    mkdirSync(copy);
    for (const part of [
      'credentials',
      'nodes',
      'icons',
      'n8n-types.ts',
      'package.json',
      'README.md',
      'tsconfig.json',
    ]) {
      cpSync(path.join(home, part), path.join(copy, part), { recursive: true });
    }
    // Strict mode asks for exactly this text.
    const config = `import { config } from '@n8n/node-cli/eslint';\n\nexport default config;\n`;
    writeFileSync(path.join(copy, 'eslint.config.mjs'), config);
    symlinkSync(path.join(toolsFolder, 'node_modules'), path.join(copy, 'node_modules'));
    const tool = path.join(copy, 'node_modules/.bin/n8n-node');
    let said = '';
    try {
      // Under NODE_ENV=test the linter takes every file for one of its own tests.
      const env = { ...process.env, NODE_ENV: 'production' };
      execFileSync(process.execPath, [tool, 'lint'], { cwd: copy, env, encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      said = stdout + stderr;
    }
    expect(said).toBe('');
  });

  inN8n('is loaded by n8n with both nodes, their icons and the credential', async () => {
    const { nodes, credentials } = await engine().load();
    expect(nodes.map(({ name, usableAsTool }) => ({ name, usableAsTool }))).toEqual(
      expect.arrayContaining([
        { name: 'hudhud', usableAsTool: true },
        { name: 'hudhudTrigger', usableAsTool: false },
      ]),
    );
    for (const { iconUrl, codex } of nodes) {
      expect(iconUrl).toMatchObject({
        light: expect.stringMatching(/hudhud\.svg$/),
        dark: expect.stringMatching(/hudhud\.dark\.svg$/),
      });
      expect(codex.categories).toEqual(['Communication']);
    }
    expect(credentials).toMatchObject([{ name: 'hudhudApi', supportedNodes: ['hudhud', 'hudhudTrigger'] }]);
  });
});

describe('Message, run by n8n against a gateway', () => {
  inN8n('sends, and reads what became of it', async () => {
    const { company, credential } = await newCompany();
    const sent = await engine().run({
      credential,
      parameters: { ...send, to: '={{ $json.phone }}', message: '=Order {{ $json.order }}' },
      items: [{ phone: '+966501234567', order: 7 }],
    });
    expect(sent).toMatchObject({ status: 'success', items: [{ status: 'sent' }] });
    expect((await company.ledger()).map(({ body }) => body.text.body)).toEqual(['Order 7']);
    const messageId = String(sent.items[0]?.message_id);
    await company.waitFor(messageId, 'read');
    const get = { resource: 'message', operation: 'get', messageId };
    expect((await engine().run({ credential, parameters: get })).items).toMatchObject([
      { id: messageId, status: 'read' },
    ]);
    const timeline = await engine().run({ credential, parameters: { ...get, operation: 'getTimeline' } });
    expect(timeline.items).toMatchObject([{ message_id: messageId, is_complete: true }]);
  });

  inN8n('takes every option', async () => {
    const { company, credential } = await newCompany();
    const { items, error } = await engine().run({
      credential,
      parameters: {
        ...send,
        message: 'Hello {{name}}, {{order|you}}',
        options: {
          from: company.sender.id,
          reference: 'order-7',
          scheduleAt: new Date(Date.now() + 60_000).toISOString(),
          variables: {
            values: [
              { name: 'name', value: 'Sara' },
              { name: 'order', value: '={{ 7 }}' },
            ],
          },
          answerAsSoonAsStored: true,
        },
      },
    });
    expect(error).toBeUndefined();
    expect(items).toMatchObject([{ status: 'queued' }]);
    expect(await company.message(String(items[0]?.message_id))).toMatchObject({
      message: 'Hello Sara, 7',
      reference: 'order-7',
      sender_id: company.sender.id,
    });
  });

  inN8n('sends once when the answer is lost and n8n tries again', async () => {
    const { company, credential } = await newCompany();
    const line = await startLossyLine(credential.baseUrl);
    const { items, status } = await engine().run({
      credential: { ...credential, baseUrl: line.url },
      parameters: send,
      settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 50 },
    });
    await line.close();
    expect(status).toBe('success');
    expect(line.requests()).toBe(2);
    expect((await company.ledger()).map(({ opaque }) => opaque)).toHaveLength(1);
    expect(items).toMatchObject([{ status: 'sent' }]);
  });

  inN8n('tells in the words of the gateway why it failed', async () => {
    const { credential } = await newCompany();
    const bad = await engine().run({ credential, parameters: { ...send, to: '12' } });
    expect(bad).toMatchObject({
      status: 'error',
      error: { message: expect.stringMatching(/phone number/i) },
    });
    expect(bad.error?.description).toMatch(/\/to: .*code invalid_phone_number, request req_/);
    const stranger = await engine().run({
      credential: { ...credential, apiToken: 'wrong' },
      parameters: send,
    });
    expect(stranger.error?.description).toContain('invalid_credentials');
  });
});
