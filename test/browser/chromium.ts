import { existsSync } from 'node:fs';
import { afterAll, describe } from '@jest/globals';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const EXECUTABLE = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A page that is watched: what it must not do is written down. */
export interface WatchedPage {
  readonly page: Page;
  /** Requests to anywhere but this machine. */
  readonly strayRequests: readonly string[];
  /** What the page wrote to its console as an error, and what it threw. */
  readonly consoleErrors: readonly string[];
}

const isPresent = existsSync(EXECUTABLE);
if (!isPresent) console.warn(`Chromium is not at ${EXECUTABLE} (set CHROMIUM to where it is); pages are not tested.`);

/** Tests that need a browser; skipped where there is none. */
export const describeInBrowser = isPresent ? describe : describe.skip;

function isLocal(url: string): boolean {
  return /^(data|blob|about):/.test(url) || new URL(url).hostname === '127.0.0.1';
}

/** For a step on a busy machine; less than a test has. */
const STEP_MS = 90_000;

/** Opens pages of one browser, which starts with the first and ends with the file. */
export function pagesForFile(options: BrowserContextOptions = {}): () => Promise<WatchedPage> {
  let browser: Promise<Browser> | undefined;
  afterAll(async () => (await browser)?.close());
  return async () => {
    browser ??= chromium.launch({ executablePath: EXECUTABLE, args: FLAGS });
    const context = await (await browser).newContext(options);
    context.setDefaultTimeout(STEP_MS);
    const page = await context.newPage();
    const strayRequests: string[] = [];
    const consoleErrors: string[] = [];
    page.on('request', (request) => {
      if (!isLocal(request.url())) strayRequests.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error') consoleErrors.push(message.text());
    });
    page.on('pageerror', (error) => consoleErrors.push(String(error)));
    return { page, strayRequests, consoleErrors };
  };
}
