import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect, settle, test } from './journey.ts';
import { doorPages, memberPages } from './pages.ts';

const wholeKit = readFileSync(
  createRequire(import.meta.url).resolve('@mantine/core/styles.layer.css'),
  'utf8',
);

/** What looks different once all styles of the component kit are there, in the kit's own order. */
const changedByWholeKit = (page: Page): Promise<string[]> =>
  page.evaluate((css) => {
    // Variables are written differently in the two; what they lead to is not.
    const names = [...getComputedStyle(document.body)].filter((name) => !name.startsWith('--'));
    const elements = [...document.body.querySelectorAll('*')];
    const look = () =>
      elements.map((element) => {
        const style = getComputedStyle(element);
        return names.map((name) => style.getPropertyValue(name));
      });
    const before = look();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    const after = look();
    document.adoptedStyleSheets.pop();
    const changes = elements.flatMap((element, index) =>
      names.flatMap((name, place) => {
        const [was, is] = [before[index]?.[place], after[index]?.[place]];
        return was === is ? [] : [`${element.className}: ${name} ${was} > ${is}`];
      }),
    );
    return [...new Set(changes)].slice(0, 8);
  }, wholeKit);

test('a page that is opened first has the styles of all it shows, in the right order', async ({
  signedIn: page,
  gateway,
  sendByApi,
}) => {
  test.setTimeout(300_000);
  await sendByApi({ to: '+966501234567', message: 'Seen in lists' });
  const pages = [...doorPages, ...memberPages({ companyId: gateway.companyId })];
  expect(pages.length).toBeGreaterThan(30);
  const changes: Record<string, string[]> = {};
  for (const { name, path } of pages) {
    await page.goto(path);
    await settle(page);
    const changed = await changedByWholeKit(page);
    if (changed.length > 0) changes[name] = changed;
  }
  expect(changes).toEqual({});
});
