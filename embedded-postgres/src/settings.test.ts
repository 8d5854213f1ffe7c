import { describe, expect, test } from 'vitest';
import { layoutOf } from './layout.ts';
import { defaultSettings, renderSettings } from './settings.ts';
import { socketFolderCandidates } from './socket-folder.ts';

const gibibyte = 1024 ** 3;

describe('the settings', () => {
  test('take an eighth of the memory, but neither less than 64 MB nor more than 1 GB', () => {
    const buffers = (memory: number) => defaultSettings(memory, '/s').shared_buffers;
    expect(buffers(gibibyte / 4)).toBe('64MB');
    expect(buffers(2 * gibibyte)).toBe('256MB');
    expect(buffers(64 * gibibyte)).toBe('1024MB');
  });

  test('never weaken what a committed message means', () => {
    expect(defaultSettings(gibibyte, '/s')).toMatchObject({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
    });
  });

  test('are written so that PostgreSQL reads quotes, commas and backslashes as they are', () => {
    const { unix_socket_directories = '' } = defaultSettings(gibibyte, "/it's, \\ here");
    expect(renderSettings({ unix_socket_directories })).toContain(
      `unix_socket_directories = '"/it''s, \\\\ here"'`,
    );
  });
});

describe('the socket folder', () => {
  const inside = (bytes: number) => {
    const layout = layoutOf(`/${'x'.repeat(bytes - 1)}`);
    return socketFolderCandidates(layout, '/tmp')[0] === layout.socketFolder;
  };

  test.runIf(process.platform === 'linux')('is in DATA_DIR as long as the socket has 107 bytes', () => {
    const suffix = '/postgres-socket/.s.PGSQL.5432'.length;
    expect(inside(107 - suffix)).toBe(true);
    expect(inside(108 - suffix)).toBe(false);
  });

  test('counts bytes, not letters', () => {
    const layout = layoutOf(`/${'هدهد'.repeat(12)}`);
    expect(socketFolderCandidates(layout, '/tmp')).toHaveLength(1);
    expect(socketFolderCandidates(layout, '/tmp')[0]).toMatch(/^\/tmp\/hudhud-/);
  });
});
