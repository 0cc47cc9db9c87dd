import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type CDPSession, type Page } from 'playwright-core';
import { DEMO_KEYS } from '../access/demo.js';
import { explain, Failure } from '../bin/failure.js';
import { CHROMIUM, CHROMIUM_FLAGS, NO_CHROMIUM } from './chromium.js';
import { PICTURED_PAGES, pictureName, SCHEMES, SCREENS, type PicturedPage } from './docs/console-pictures.js';
import { httpCall } from './http-call.js';
import { startScratchServer } from './scratch-server.js';

/**
 * The fixed time of the pages' examples, so that the same is seen whenever the pictures are taken, apart from when data
 * were written.
 */
const AS_OF = Date.UTC(2026, 0, 2, 22, 30);
const FLAGS = [...CHROMIUM_FLAGS, '--hide-scrollbars'];
const HOLDINGS = 'AAPL $5,000\nMSFT $3,000\nXOM $2,000';
/** Of WebP: text stays sharp, and all pictures together stay below 3.5 MB. */
const QUALITY = 30;
const REDRAWN_MS = 150;
const MOST_DRAWINGS = 20;

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'docs', 'pictures', 'console');

async function ask(url: string, query: string): Promise<unknown> {
  const { status, body } = await httpCall(`${url}/graphql`, { 'X-API-Key': DEMO_KEYS.institutional }, { query });
  const answer = JSON.parse(body) as { readonly data?: unknown; readonly errors?: unknown };
  if (status !== 200 || answer.errors !== undefined) throw new Failure(`${query} answered ${status}: ${body}`);
  return answer.data;
}

/** An agent that has run once: the demo accounts have none. */
async function createAgent(url: string): Promise<void> {
  const created = (await ask(
    url,
    `mutation { createAgent(input: { name: "Gaps", taskPrompt: "How often do gaps in Tesla fill?", cadence: PREMARKET }) { agent { id } } }`,
  )) as { readonly createAgent: { readonly agent: { readonly id: string } } };
  await ask(url, `mutation { runAgent(input: { id: "${created.createAgent.agent.id}" }) { run { id } } }`);
}

/** The page signed in as the demo account that may read everything; the browser's clock is the server's. */
async function open(page: Page, url: string, { address, shows, presses }: PicturedPage): Promise<void> {
  await page.goto(`${url}/console${address}`);
  if (presses !== undefined) await page.getByRole('button', { name: presses }).click();
  await page.getByText(shows).first().waitFor();
  await page.waitForFunction(() => document.querySelector('.loading, [aria-busy=true]') === null);
}

/**
 * A picture of what is on the screen, once two in a row are the same: charts are drawn again after a change of size or
 * colours.
 */
async function picture(page: Page, debug: CDPSession): Promise<Buffer> {
  let last = '';
  for (let drawing = 0; drawing < MOST_DRAWINGS; drawing += 1) {
    const { data } = await debug.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    if (data === last) return Buffer.from(data, 'base64');
    last = data;
    await page.waitForTimeout(REDRAWN_MS);
  }
  throw new Failure(`${page.url()} does not come to rest.`);
}

/** Shows the panel where it begins below the screen. */
async function showPanel(page: Page, panel: string | undefined): Promise<void> {
  await page.evaluate((title) => {
    scrollTo(0, 0);
    const heading = [...document.querySelectorAll('main h2')].find(({ textContent }) => textContent === title);
    const section = heading?.closest('section');
    if (section !== undefined && section !== null && section.getBoundingClientRect().top > innerHeight / 2)
      section.scrollIntoView();
  }, panel);
}

/** Takes every picture of a page; returns their bytes together. */
async function take(page: Page, debug: CDPSession, url: string, shown: PicturedPage): Promise<number> {
  let bytes = 0;
  const [first] = SCREENS;
  await page.setViewportSize({ width: first.width, height: first.height });
  await open(page, url, shown);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (const { name, width, height } of SCREENS) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await showPanel(page, shown.panel);
      const content = await picture(page, debug);
      bytes += content.length;
      writeFileSync(path.join(folder, pictureName(shown, name, colorScheme)), content);
    }
  }
  return bytes;
}

// Writes docs/pictures/console/ from the console of a real server over the simulated market: npm run screenshots [path
// of a page ...]
async function run(wanted: readonly string[]): Promise<void> {
  if (NO_CHROMIUM !== undefined) throw new Failure(NO_CHROMIUM);
  const unknown = wanted.filter((each) => !PICTURED_PAGES.some(({ path: known }) => known === each));
  if (unknown.length > 0) throw new Failure(`No page of the console has the path ${unknown.join(', ')}.`);
  mkdirSync(folder, { recursive: true });
  console.log('Loading the market…');
  const server = await startScratchServer(() => AS_OF, { isRecorded: true });
  await createAgent(server.url);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  try {
    const page = await browser.newPage({ locale: 'en-US', timezoneId: 'America/New_York' });
    await page.clock.setFixedTime(AS_OF);
    await page.addInitScript((holdings) => {
      localStorage.setItem('marketgraph:demo-tier', 'INSTITUTIONAL');
      localStorage.setItem('marketgraph:holdings', holdings);
    }, HOLDINGS);
    const debug = await page.context().newCDPSession(page);
    let bytes = 0;
    for (const shown of PICTURED_PAGES) {
      if (wanted.length > 0 && !wanted.includes(shown.path)) continue;
      const taken = await take(page, debug, server.url, shown);
      bytes += taken;
      console.log(`${shown.name}: ${Math.round(taken / 1_000)} kB`);
    }
    console.log(`Together ${(bytes / 1e6).toFixed(2)} MB.`);
  } finally {
    await browser.close();
    await server.close();
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
