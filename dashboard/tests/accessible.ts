// Holds a page against the rules of WCAG 2.2 AA by axe, and against what it calls best practice. All journeys do it here, in the same way and at the least cost:
// most of the time of these tests was once spent on giving axe to the page again and again.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect, settle } from './journey.ts';

const rules = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  resultTypes: ['violations'],
};

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

async function findViolations(page: Page): Promise<Violation[]> {
  await settle(page);
  await endTransitions(page);
  await bringAxe(page);
  return page.evaluate(async (how) => {
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run(document, how);
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      nodes: nodes.map(({ html }) => ({ html })),
    }));
  }, rules);
}

const tell = (where: string, { id, nodes }: Violation): string =>
  `${where}: ${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`;

/** A page is never wider than the screen. */
async function expectNoOverhang(page: Page, where: string): Promise<void> {
  const overhang = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overhang, `pixels by which ${where} is wider than the screen`).toBeLessThanOrEqual(0);
}

/** Nothing at all is found. */
export async function expectFaultless(page: Page, where: string): Promise<void> {
  const violations = await findViolations(page);
  await expectNoOverhang(page, where);
  expect(violations.map((violation) => tell(where, violation))).toEqual([]);
}

/** Nothing is found that keeps people out or stands in their way. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  const violations = await findViolations(page);
  await expectNoOverhang(page, where);
  const grave = violations.filter(({ impact }) => impact !== 'minor');
  expect(grave.map((violation) => tell(where, violation))).toEqual([]);
}

/** Each is drawn in a way of its own: tables become cards on a phone. */
const screens = [
  { name: 'a large screen', width: 1920, height: 1080 },
  { name: 'a phone', width: 390, height: 844 },
];

/**
 * Looks at pages one after the other, at each on every screen in light colours, without loading it again. The usual screen
 * and dark colours are looked at by the journeys in Arabic, which open each page by its address.
 */
export async function expectAccessibleOnEveryScreen(
  page: Page,
  paths: readonly string[],
  go: (page: Page, path: string) => Promise<unknown>,
): Promise<void> {
  for (const path of paths) {
    await go(page, path);
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
    for (const { name, width, height } of screens) {
      await page.setViewportSize({ width, height });
      await expectAccessible(page, `${path} on ${name}`);
    }
  }
}
