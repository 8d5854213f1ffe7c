import { describe, expect, test } from 'vitest';
import { findChromium } from './find-chromium.ts';

const machine = (environment: Record<string, string>, ...programs: string[]) => ({
  environment,
  isExecutable: (file: string) => programs.includes(file),
});

describe('findChromium', () => {
  test('takes the one that CHROMIUM_PATH names', () => {
    const environment = { CHROMIUM_PATH: '/opt/chrome', PATH: '/usr/bin' };
    expect(findChromium(machine(environment, '/opt/chrome', '/usr/bin/chromium'))).toBe('/opt/chrome');
  });

  test('does not replace a CHROMIUM_PATH that is wrong by another browser', () => {
    const environment = { CHROMIUM_PATH: '/opt/gone', PATH: '/usr/bin' };
    expect(findChromium(machine(environment, '/usr/bin/chromium'))).toBeUndefined();
  });

  test.each(['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'])(
    'finds %s in the path',
    (name) => {
      const environment = { PATH: '/bin::/usr/bin' };
      expect(findChromium(machine(environment, `/usr/bin/${name}`))).toBe(`/usr/bin/${name}`);
    },
  );

  test('prefers the one without windows', () => {
    const programs = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'];
    expect(findChromium(machine({ PATH: '/usr/bin' }, ...programs))).toBe(programs[1]);
  });

  test('finds nothing on a machine without one', () => {
    expect(findChromium(machine({ PATH: '/usr/bin' }, '/usr/bin/firefox'))).toBeUndefined();
  });
});
