import { afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { run } from '../../jobs/workers/composites/composites-thread.js';
import { recordComposites } from '../../jobs/workers/composites/record-composites.js';
import { dayOf } from '../../calendar/days.js';
import { allHeard } from '../../store/fixtures/databases.js';
import { marksToRecord } from '../../subgraphs/private-markets/marks-on-record.js';
import { serverForFile } from '../support/in-process.js';
import { changeLastClose } from '../support/live-market.js';
import { describeInBrowser, pagesForFile, type WatchedPage } from './chromium.js';
import { settle, visit } from './console-visit.js';

const server = await serverForFile();

afterEach(() => server.nextMinute());

const DAY_BEFORE = dayOf(2026, 1, 1);
const CHANGED = 'This panel shows other data than when the link was made.';

const panelOf = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
const textOf = async (page: Page, title: string): Promise<string> =>
  (await panelOf(page, title).locator('.panel-body').textContent()) ?? '';

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

  it('shows the mark of a company as it was recorded, says since when, and that the rest is of now', async () => {
    const { store } = server.runtime;
    const marksAt = marksToRecord(server.services);
    const record = async (): Promise<void> => {
      const at = new Date(server.clock.nowMs);
      await store.markRecords.record(await marksAt(at.getTime()), at, () => at.getTime());
      await allHeard(store);
      server.clock.nowMs += 120_000;
    };
    const address = `${server.url}/console/private-markets/company/foxglove-launch`;
    const before = await opened(address, 'What the mark rests on');
    await before.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await before.page.getByRole('button', { name: 'Copy link to Mark', exact: true }).click();
    await before.page.getByText('Copied: not on record, so the link shows what is known when it is opened').waitFor();
    expect(await before.page.evaluate(() => navigator.clipboard.readText())).not.toContain('asOf');

    await record();
    const watched = await opened(address, 'What the mark rests on');
    const shown = await textOf(watched.page, 'Mark');
    const link = await linkOf(watched, 'Mark');
    expect([...new URL(link).searchParams.keys()].sort()).toEqual(['asOf', 'panel', 'seen']);
    server.nextMinute();
    await store.db.transaction().execute((tx) =>
      store.privateRounds.upsert(tx, [
        {
          slug: 'foxglove-launch',
          kind: 'round',
          day: DAY_BEFORE,
          stage: 'F',
          amountUsd: null,
          postMoneyUsd: 77e9,
          leadInvestors: [],
          investors: [],
          confidence: 'reported',
          asOfDay: DAY_BEFORE,
          sourceUrl: 'https://example.com/round',
          source: 'curated',
        },
      ]),
    );
    await allHeard(store);
    await record();
    const now = await opened(address, 'What the mark rests on');
    expect(await textOf(now.page, 'Mark')).not.toBe(shown);
    const then = await opened(link, 'What the mark rests on');
    expect([await textOf(then.page, 'Mark'), await then.page.getByText(CHANGED).count()]).toEqual([shown, 0]);
    await panelOf(then.page, 'Mark').getByText('on record since Jan 2').waitFor();
    await then.page.getByText('profile, readiness and holders are of now').waitFor();
    expect([before, watched, now, then].flatMap(({ consoleErrors }) => consoleErrors)).toEqual([]);
  });

  it('compares signals as of then and returns up to then, and says that quotes are of now', async () => {
    const address = `${server.url}/console/compare?tickers=MSFT,XOM`;
    const watched = await opened(address, 'the first session that all have');
    const [figures, prices] = [await linkOf(watched, 'Figures'), await linkOf(watched, 'Prices')];
    expect([...new URL(figures).searchParams.keys()].sort()).toEqual(['asOf', 'panel', 'seen', 'tickers']);
    expect(new URL(prices).searchParams.get('to')).toBe('2026-01-02');
    server.nextMinute();
    const same = await opened(figures, 'the first session that all have');
    expect([await textOf(same.page, 'Figures'), await same.page.getByText(CHANGED).count()]).toEqual([
      await textOf(watched.page, 'Figures'),
      0,
    ]);
    await panelOf(same.page, 'Figures').getByText('last, change and volume of now').waitFor();

    await changeLastClose(server.runtime.store, 'MSFT', 0.6);
    server.nextMinute();
    const scores = (page: Page) =>
      panelOf(page, 'Figures')
        .getByRole('row', { name: /^Composite score/ })
        .innerText();
    const shown = await scores(watched.page);
    const now = await opened(address, 'the first session that all have');
    expect(await scores(now.page)).not.toBe(shown);
    const then = await opened(figures, 'the first session that all have');
    expect(await scores(then.page)).toBe(shown);
    await then.page.getByRole('link', { name: 'Show what is known now' }).click();
    await then.page.getByText('The link shows what was known at').waitFor({ state: 'detached' });
    expect(new URL(then.page.url()).search).toBe('?tickers=MSFT%2CXOM');
    expect([watched, same, now, then].flatMap(({ consoleErrors }) => consoleErrors)).toEqual([]);
  });

  it('keeps what the reader has chosen, and tells when the clipboard is closed to the page', async () => {
    const watched = await opened(
      `${server.url}/console/security/AAPL/patterns?monthly=250&years=2`,
      'Monthly purchases',
    );
    const { page } = watched;
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.getByRole('button', { name: 'Copy link to Monthly purchases' }).click();
    await page.getByText('In the address bar').waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('monthly'), searchParams.get('years'), searchParams.get('panel')]).toEqual([
      '250',
      '2',
      'Monthly purchases',
    ]);
    expect(watched.consoleErrors).toEqual([]);
  });
});
