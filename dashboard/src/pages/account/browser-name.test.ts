import { expect, it } from 'vitest';
import { browserName } from './browser-name.ts';

const macintosh = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

it.each([
  [`${macintosh} Version/18.0 Safari/605.1.15`, 'Safari · macOS', false],
  [`${windows} Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge · Windows', false],
  [`${windows} Chrome/140.0 Safari/537.36`, 'Chrome · Windows', false],
  [`${iPhone} Version/18.0 Mobile/15E148 Safari/604.1`, 'Safari · iPhone', true],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox · Linux', false],
  ['acme-erp/4.2', 'acme-erp/4.2', false],
])('%s', (userAgent, name, isPhone) => {
  expect(browserName(userAgent)).toEqual({ name, isPhone });
});

it('has no name for a browser that does not say', () => {
  expect(browserName(null)).toBeNull();
});
