import { afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { run } from '../../jobs/workers/composites/composites-thread.js';
import { recordComposites } from '../../jobs/workers/composites/record-composites.js';
import { serverForFile } from '../support/in-process.js';
import { changeLastClose } from '../support/live-market.js';
import { describeInBrowser, pagesForFile, type WatchedPage } from './chromium.js';
import { settle, visit } from './console-visit.js';

const server = await serverForFile();

afterEach(() => server.nextMinute());

const CHANGED = 'This panel shows other data than when the link was made.';

const panelOf = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
const textOf = async (page: Page, title: string): Promise<string> => (await panelOf(page, title).locator('.panel-body').textContent()) ?? '';

/** Copies the link of a panel, and reads it from the clipboard. */
async function linkOf({ page }: WatchedPage, title: string): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: `Copy link to ${title}`, exact: true }).click();
  await panelOf(page, title).getByText('Copied').waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

describeInBrowser('the link to a panel', () => {
  const open = pagesForFile({ viewport: { width: 1200, height: 900 } });
  /** A page whose clock is the server's. */
  const opened = async (address: string, shows: string): Promise<WatchedPage> => {
    const watched = await open();
    await watched.page.clock.setFixedTime(server.clock.nowMs);
    await visit(watched, address);
    await settle(watched.page, shows);
    return watched;
  };

  beforeAll(async () => {
    const { store, clock, log } = server.runtime;
    await recordComposites({ store, clock, log, rng: () => 0, compute: async (tasks) => run(tasks) });
  });

  it('shows the same numbers when the data have changed: what was known then, if that is on record; otherwise it says so', async () => {
    const overview = `${server.url}/console/security/AAPL`;
    const watched = await opened(overview, 'Composite of five factors');
    const [signal, price] = [await linkOf(watched, 'Signal'), await linkOf(watched, 'Price')];
    const shown = await textOf(watched.page, 'Signal');
    expect([...new URL(signal).searchParams.keys()].sort()).toEqual(['asOf', 'panel', 'seen']);
    expect(new URL(price).searchParams.get('to')).toBe('2026-01-02');
    server.nextMinute();
    const same = await opened(price, 'Composite of five factors');
    await same.page.getByText('sessions up to Jan 2, 2026').waitFor();
    expect(await same.page.getByText(CHANGED).count()).toBe(0);
    const recorded = await opened(signal, 'Composite of five factors');
    expect([await textOf(recorded.page, 'Signal'), await recorded.page.getByText(CHANGED).count()]).toEqual([shown, 0]);
    server.nextMinute();

    await changeLastClose(server.runtime.store, 'AAPL', 0.6);
    server.nextMinute();
    const now = await opened(overview, 'Composite of five factors');
    expect(await textOf(now.page, 'Signal')).not.toBe(shown);
    const then = await opened(signal, 'Composite of five factors');
    await then.page.getByText('The link shows what was known at').waitFor();
    const scoreOf = (text: string) => /\d+\.\d/.exec(text)?.[0];
    expect(scoreOf(await textOf(then.page, 'Signal'))).toBe(scoreOf(shown));
    // The close was corrected, and the figures that are computed from it with it.
    await panelOf(then.page, 'Signal').getByText(CHANGED).waitFor();
    await then.page.getByRole('link', { name: 'Show what is known now' }).click();
    await then.page.getByText('The link shows what was known at').waitFor({ state: 'detached' });
    const other = await opened(price, 'Composite of five factors');
    await panelOf(other.page, 'Price').getByText(CHANGED).waitFor();
    expect([watched, same, recorded, now, then, other].flatMap(({ consoleErrors }) => consoleErrors)).toEqual([]);
  });

  it('keeps the instant of rating actions and reports, and goes to its panel', async () => {
    const watched = await opened(`${server.url}/console/security/MSFT/street`, 'Revenue growth');
    const link = await linkOf(watched, 'Earnings');
    expect(new URL(link).searchParams.get('asOf')).toBe(new Date(server.clock.nowMs - 60_000).toISOString());
    const again = await opened(link, 'Revenue growth');
    await again.page.waitForFunction(() => scrollY > 0);
    expect(await textOf(again.page, 'Earnings')).toBe(await textOf(watched.page, 'Earnings'));
    expect(await again.page.getByText(CHANGED).count()).toBe(0);
  });

  it('keeps what the reader has chosen, and tells when the clipboard is closed to the page', async () => {
    const watched = await opened(`${server.url}/console/security/AAPL/patterns?monthly=250&years=2`, 'Monthly purchases');
    const { page } = watched;
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.getByRole('button', { name: 'Copy link to Monthly purchases' }).click();
    await page.getByText('In the address bar').waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('monthly'), searchParams.get('years'), searchParams.get('panel')]).toEqual(['250', '2', 'Monthly purchases']);
    expect(watched.consoleErrors).toEqual([]);
  });
});
