import { describe, expect, it } from 'vitest';
import { useApiGateway } from './support/gateway.ts';
import { readGuide } from './support/guides.ts';
import { readFigure } from './support/metrics.ts';

const gateway = await useApiGateway();

describe('GET /metrics', () => {
  it('answers in the words of Prometheus, without credentials', async () => {
    const { status, headers, text } = await gateway.call('GET', '/metrics');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    for (const name of [
      'hudhud_request_seconds',
      'hudhud_commit_rows',
      'hudhud_store_waiting',
      'hudhud_recorder_waiting',
      'hudhud_inbox_requests',
      'hudhud_inbox_bytes',
      'hudhud_pool_connections',
      'hudhud_pool_waiting',
      'hudhud_unauthenticated_requests_total',
      'hudhud_unrecorded_requests_total',
    ]) {
      expect(text).toContain(`# HELP ${name} `);
    }
  });

  it('has every figure that the guide explains, and the guide explains every figure', async () => {
    const { text } = await gateway.call('GET', '/metrics');
    const shown = [...text.matchAll(/^# HELP (hudhud_(?!process_|nodejs_)\w+) /gm)].map(([, name]) => name);
    const documented = [...readGuide('operations.md').text.matchAll(/^\| `(hudhud_\w+)` \|/gm)].map(
      ([, name]) => name,
    );
    expect(documented.toSorted()).toEqual(shown.toSorted());
  });

  it('counts requests by route and status, never by path', async () => {
    const company = await gateway.createCompany();
    await company.send();
    await company.get('/api/v1/messages/msg_01kagx5p9ne0ps4a2v7qk3m8dz');
    await company.get('/api/v1/nowhere/at-all');
    const count = (route: string, status: number) =>
      readFigure(gateway, `hudhud_request_seconds_count{route="${route}",status="${status}"}`);
    expect(await count('/api/v1/messages/send', 202)).toBe(1);
    expect(await count('/api/v1/messages/:id', 404)).toBe(1);
    expect(await count('/api/*', 404)).toBe(1);
  });

  it('counts the rows of group commits', async () => {
    const company = await gateway.createCompany();
    const [rows, batches] = [
      await readFigure(gateway, 'hudhud_commit_rows_sum'),
      await readFigure(gateway, 'hudhud_commit_rows_count'),
    ];
    await Promise.all(Array.from({ length: 40 }, () => company.send()));
    expect((await readFigure(gateway, 'hudhud_commit_rows_sum')) - rows).toBe(40);
    expect((await readFigure(gateway, 'hudhud_commit_rows_count')) - batches).toBeLessThan(40);
  });

  it('never shows who: no company, no phone number, no token', async () => {
    const company = await gateway.createCompany();
    await company.send();
    await company.get(`/api/v1/requests?path=${company.id}`);
    const { text } = await gateway.call('GET', '/metrics');
    expect(text).not.toContain(company.id);
    expect(text).not.toContain(company.uuid);
    expect(text).not.toContain('966501234567');
  });
});
