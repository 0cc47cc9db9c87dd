import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { CHROMIUM, CHROMIUM_FLAGS, NO_CHROMIUM } from '../tools/chromium.js';
import { startChild } from './child.js';

/*
 * The console in Chromium with its processor slowed four times: when something is first painted, when the market of the
 * day is there, and how long what a reader does takes until it is painted; then each embed. Their peer is the guide, a
 * page of HTML without scripts.
 */
const SLOWED = 4;
const LOADS = 7;
const SLOW_EVENT_MS = 16;

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** A fresh profile, whose processor is slowed. */
async function slowPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  return page;
}

/** Milliseconds from the navigation to the first paint of content. */
async function firstPaintMs(page: Page, url: string): Promise<number> {
  await page.goto(url);
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const painted = performance.getEntriesByName('first-contentful-paint')[0];
        if (painted !== undefined) return resolve(painted.startTime);
        new PerformanceObserver((list) => {
          const entry = list.getEntriesByName('first-contentful-paint')[0];
          if (entry !== undefined) resolve(entry.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
}

/**
 * The longest time from an input to the paint after it, as the browser measures interactions; what is faster than a
 * frame is 0.
 */
async function longestMs(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate((threshold) => {
    const durations: number[] = [];
    Object.assign(globalThis, { durations });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) durations.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: threshold } as PerformanceObserverInit);
  }, SLOW_EVENT_MS);
  await act();
  await page.waitForTimeout(500);
  return page.evaluate(() => Math.max(0, ...(globalThis as unknown as { durations: number[] }).durations));
}

async function loads(
  browser: Browser,
  url: string,
  isThere: (page: Page) => Promise<void>,
): Promise<{ readonly paint: number; readonly whole: number }> {
  const paints: number[] = [];
  const wholes: number[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    const page = await slowPage(browser);
    const startedAt = performance.now();
    paints.push(await firstPaintMs(page, url));
    await isThere(page);
    wholes.push(performance.now() - startedAt);
    await page.context().close();
  }
  return { paint: median(paints), whole: median(wholes) };
}

const shows =
  (text: string) =>
  (page: Page): Promise<void> =>
    page.getByText(text).first().waitFor();

/** Each embed, with a demo key whose limit of a minute they do not reach. */
const EMBEDS: readonly string[] = [
  'signal/AAPL?key=svc_demo_institutional',
  'seasonality/AAPL?key=svc_demo_institutional',
  'dca/AAPL?key=svc_demo_institutional',
  'cone/AAPL:6000,MSFT:4000?key=svc_demo_institutional',
  'mark/foxglove-launch?key=svc_demo_institutional',
];

/** An embed shows bars until its answer is there; a refusal is none. */
async function isAnswered(page: Page): Promise<void> {
  await page.locator('main:not([aria-busy])').waitFor();
  if ((await page.locator('.refusal').count()) > 0)
    throw new Error(`${page.url()}: ${await page.locator('.refusal').innerText()}`);
}

const INTERACTIONS: readonly (readonly [name: string, act: (page: Page) => Promise<void>])[] = [
  [
    'open the search and type',
    async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.type('micros', { delay: 60 });
      await page.getByRole('option', { name: /MSFT/ }).waitFor();
    },
  ],
  [
    'go to the page of a security',
    async (page) => {
      await page.keyboard.press('Enter');
      await page.getByText('Composite of five factors').first().waitFor();
    },
  ],
  [
    'go back',
    async (page) => {
      await page.goBack();
      await page.getByText('Advancing / declining').first().waitFor();
    },
  ],
];

if (NO_CHROMIUM !== undefined) {
  console.log(`skipped: ${NO_CHROMIUM}`);
} else {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'marketgraph-bench-'));
  const server = await startChild('bin/main.js', {
    PORT: '0',
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    SVC_DATA_DIR: dataDir,
  });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...CHROMIUM_FLAGS] });
  try {
    const ours = await loads(browser, `${server.url}/console`, shows('Advancing / declining'));
    const guide = await loads(browser, `${server.url}/guide`, shows('Marketgraph'));
    console.log(
      `first contentful paint, processor slowed ${SLOWED} times: console ${ours.paint.toFixed(0)} ms, the guide ${guide.paint.toFixed(0)} ms, ratio ${(ours.paint / guide.paint).toFixed(2)}`,
    );
    console.log(
      `until the market of the day is there: ${ours.whole.toFixed(0)} ms; the guide ${guide.whole.toFixed(0)} ms`,
    );
    for (const address of EMBEDS) {
      const embed = await loads(browser, `${server.url}/embed/${address}`, isAnswered);
      console.log(
        `embed ${address.split('/', 1)[0] ?? ''}: first contentful paint ${embed.paint.toFixed(0)} ms, ratio to the guide ${(embed.paint / guide.paint).toFixed(2)}; answered after ${embed.whole.toFixed(0)} ms`,
      );
    }
    const page = await slowPage(browser);
    await page.goto(`${server.url}/console`);
    await page.getByText('Advancing / declining').first().waitFor();
    for (const [name, act] of INTERACTIONS)
      console.log(`${name}: longest interaction ${(await longestMs(page, () => act(page))).toFixed(0)} ms`);
  } finally {
    await browser.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
