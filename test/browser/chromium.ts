import { afterAll, afterEach, describe } from '@jest/globals';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { CHROMIUM, CHROMIUM_FLAGS, NO_CHROMIUM } from '../../tools/chromium.js';

/** A page that is watched: what it must not do is written down. */
export interface WatchedPage {
  readonly page: Page;
  /** Requests to anywhere but this machine. */
  readonly strayRequests: readonly string[];
  /** What the page wrote to its console as an error, and what it threw. */
  readonly consoleErrors: readonly string[];
}

if (NO_CHROMIUM !== undefined) console.warn(`Pages are not tested. ${NO_CHROMIUM}`);

/** Tests that need a browser; skipped where there is none. */
export const describeInBrowser = NO_CHROMIUM === undefined ? describe : describe.skip;

function isLocal(url: string): boolean {
  return /^(data|blob|about):/.test(url) || new URL(url).hostname === '127.0.0.1';
}

/**
 * Asks again, as a reader would, where the page says that no answer came in time: on a busy machine one takes longer
 * than the half minute that the console waits.
 */
function askAgain(): void {
  const MOST = 20;
  let asked = 0;
  new MutationObserver(() => {
    const button = document.querySelector('[data-code="TIMEOUT"] > button:enabled');
    if (!(button instanceof HTMLElement) || asked === MOST) return;
    asked += 1;
    console.info(`asks again after: ${button.parentElement?.textContent ?? ''}`);
    button.click();
  }).observe(document, { childList: true, subtree: true });
}

/** For a step on a busy machine; less than a test has. */
const STEP_MS = 200_000;

/**
 * Opens pages of one browser, which starts with the first and ends with the file. A page is closed after its test: one
 * left open goes on to ask and to draw.
 */
export function pagesForFile(options: BrowserContextOptions = {}): () => Promise<WatchedPage> {
  let browser: Promise<Browser> | undefined;
  const opened: BrowserContext[] = [];
  afterEach(async () => {
    for (const context of opened.splice(0)) await context.close();
  });
  afterAll(async () => (await browser)?.close());
  return async () => {
    browser ??= chromium.launch({ executablePath: CHROMIUM, args: [...CHROMIUM_FLAGS] });
    const context = await (await browser).newContext(options);
    opened.push(context);
    context.setDefaultTimeout(STEP_MS);
    const page = await context.newPage();
    const strayRequests: string[] = [];
    const consoleErrors: string[] = [];
    page.on('request', (request) => {
      if (!isLocal(request.url())) strayRequests.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error') consoleErrors.push(message.text());
      if (message.type() === 'info') console.warn(`${page.url()}: ${message.text()}`);
    });
    await page.addInitScript(askAgain);
    page.on('pageerror', (error) => consoleErrors.push(String(error)));
    return { page, strayRequests, consoleErrors };
  };
}
