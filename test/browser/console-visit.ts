import type { Page } from 'playwright-core';
import type { WatchedPage } from './chromium.js';

/**
 * Opens an address of the console signed in as a demo account of the tier; what its policy refuses is written to its
 * console.
 */
export async function visit({ page }: WatchedPage, address: string, tier = 'INSTITUTIONAL'): Promise<void> {
  await page.addInitScript((name) => {
    localStorage.setItem('marketgraph:demo-tier', name);
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    );
  }, tier);
  await page.goto(address);
}

const SHOWN_CHARACTERS = 3_000;

/** Waits until everything that the page shows is there; a failure says what it shows instead. */
export async function settle(page: Page, text: string): Promise<void> {
  try {
    await page.getByText(text).first().waitFor();
    await page.waitForFunction(() => document.querySelector('.loading, [aria-busy=true]') === null);
  } catch (error) {
    const shown = await page.locator('body').innerText();
    throw new Error(`${String(error)}\n${page.url()} shows: ${shown.slice(0, SHOWN_CHARACTERS)}`, { cause: error });
  }
}

/** Signs in at the top right. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.locator('.account').click();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
