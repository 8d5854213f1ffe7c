// Holds a page against the rules of WCAG 2.2 AA by axe. All journeys do it here, in the same way and at the least cost:
// most of the time of these tests was once spent on giving axe to the page again and again.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect, hasDrawer, settle } from './journey.ts';

const allRules = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** Those of them that look at colours. */
const colourRules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

interface Look {
  readonly rules?: typeof allRules;
  /** Selectors. */
  readonly leftOut?: readonly string[];
}

interface Violation {
  readonly id: string;
  readonly impact?: string | null | undefined;
  readonly nodes: readonly { readonly html: string }[];
}

/** As far as it is used here. */
interface Axe {
  run: (context: object, options: object) => Promise<{ violations: Violation[] }>;
}

/** Not by way of its AxeBuilder, which gives axe to the page twice each time and carries back all that is well. */
const axeFile = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js');
let axeScript: Promise<string> | undefined;

/** Once in each document. */
async function bringAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return;
  axeScript ??= readFile(axeFile, 'utf8');
  await page.evaluate(await axeScript);
}

/** Colours in the middle of a transition are not the colours people see. None takes longer than this. */
async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations === 1)
      .map(({ finished }) => finished.catch(() => undefined));
    await Promise.race([Promise.all(passing), new Promise((resolve) => setTimeout(resolve, 350))]);
  });
}

/** The bar at the top and the navigation beside every page. */
const frame = ['.mantine-AppShell-header', '.mantine-AppShell-navbar'];

async function findViolations(
  page: Page,
  { rules = allRules, leftOut = [] }: Look = {},
): Promise<Violation[]> {
  await settle(page);
  await endTransitions(page);
  await bringAxe(page);
  const context = { exclude: leftOut.map((part) => [part]) };
  const options = { resultTypes: ['violations'], runOnly: rules };
  return page.evaluate(
    async ([where, how]) => {
      const { axe } = window as unknown as { axe: Axe };
      const { violations } = await axe.run(where, how);
      return violations.map(({ id, impact, nodes }) => ({
        id,
        impact,
        nodes: nodes.map(({ html }) => ({ html })),
      }));
    },
    [context, options] as const,
  );
}

const tell = (where: string, { id, nodes }: Violation): string =>
  `${where}: ${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`;

/** Nothing at all is found. */
export async function expectFaultless(page: Page, where: string): Promise<void> {
  const violations = await findViolations(page);
  expect(violations.map((violation) => tell(where, violation))).toEqual([]);
}

/** Nothing is found that keeps anybody out. */
export async function expectAccessible(page: Page, where: string, look?: Look): Promise<void> {
  const violations = await findViolations(page, look);
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map((violation) => tell(where, violation))).toEqual([]);
}

/** What a page shares with the ones before it: what is around it, and the list that a drawer is opened from. */
const seenBefore = (path: string): readonly string[] => (hasDrawer.test(path) ? [...frame, 'main'] : frame);

/**
 * Looks at pages one after the other: at all of each in light colours, then at the colours of the same page in dark.
 * What was seen on a page before is not looked at again, which is half of all there is.
 */
export async function expectAccessibleInLightAndDark(
  page: Page,
  paths: readonly string[],
  go: (page: Page, path: string) => Promise<unknown>,
): Promise<void> {
  const turnTo = async (scheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
  };
  for (const [index, path] of paths.entries()) {
    const leftOut = index === 0 ? [] : seenBefore(path);
    await go(page, path);
    await turnTo('light');
    await expectAccessible(page, `${path} in light`, { leftOut });
    await turnTo('dark');
    await expectAccessible(page, `${path} in dark`, { leftOut, rules: colourRules });
  }
}
