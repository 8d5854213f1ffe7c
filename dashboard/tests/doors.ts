// The ways in and out of the pages, gone as a person would.

import { expect, type Page } from '@playwright/test';
import { goodPassword } from './people.ts';

/** Fills in the form of the sign-in and sends it. */
export async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Company and sign-out' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Hudhud' })).toBeVisible();
}

/** Asks for a free trial of a bakery. */
export async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/sign-up');
  await page.getByLabel('Your name').fill('Sara Aziz');
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await page.getByLabel('Company').fill('Rose Bakery');
  await page.getByRole('button', { name: 'Start the free trial' }).click();
}
