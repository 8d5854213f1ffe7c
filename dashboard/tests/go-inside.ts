// Goes to another page as a link within the dashboard does: without loading everything again, which costs more than
// most of what is then looked at.

import type { Page } from '@playwright/test';

/** What the router leaves in the window for its developer tools, as far as it is used here. */
interface Router {
  readonly history: { push: (path: string) => void };
  readonly state: { readonly status: string; readonly resolvedLocation?: { readonly href: string } };
}

/** Ends when the page is drawn. */
export async function goInside(page: Page, path: string): Promise<void> {
  await page.waitForFunction(isDrawn, undefined);
  const before = await page.evaluate(shownPath);
  if (before === path) return;
  await page.evaluate((next) => {
    const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: Router };
    router.history.push(next);
  }, path);
  await page.waitForFunction(isDrawn, before);
}

/** Whether all is drawn, and it is not the page from before. */
function isDrawn(before: string | undefined): boolean {
  const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__?: Router };
  const shown = router?.state.resolvedLocation?.href;
  return router?.state.status === 'idle' && shown !== undefined && shown !== before;
}

function shownPath(): string | undefined {
  const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: Router };
  return router.state.resolvedLocation?.href;
}
