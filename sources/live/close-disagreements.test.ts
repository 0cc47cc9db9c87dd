import { afterAll, describe, expect, it } from '@jest/globals';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { newYorkUtcMs } from '../../calendar/new-york-time.js';
import { sessionCloseUtcMs } from '../../calendar/nyse.js';
import { createOutbound } from '../../outbound/outbound.js';
import { embeddedDatabase } from '../../store/fixtures/databases.js';
import { IMPORT as BARS } from '../files/import-bars.js';
import { importFiles } from '../files/import-files.js';
import { temporaryFiles } from '../files/fixtures/files.js';
import { createFinnhub } from '../finnhub/finnhub.js';
import { chartOf, startChartServer } from '../yahoo/fixtures/chart-server.js';
import { createYahooCloses } from '../yahoo/yahoo-closes.js';
import { createYahoo } from '../yahoo/yahoo.js';
import { closesAgree, compareCloses, restated, type SourceCloses } from './close-disagreements.js';
import { createEndpoint } from './endpoint.js';
import { startReplayServer } from './fixtures/replay-server.js';
import { createKindReads } from './kind-reads.js';
import { createLiveReads } from './live-reads.js';
import { seriesSources } from './series-sources.js';

const day = (text: string): number => parseIsoDate(text) ?? 0;
const FOUND_AT = new Date('2026-01-06T22:00:00Z');
const closes = (
  source: string,
  rows: readonly (readonly [string, number])[],
  splits: SourceCloses['splits'] = [],
): SourceCloses => ({
  source,
  days: rows.map(([date]) => day(date)),
  close: rows.map(([, close]) => close),
  splits,
});

describe('a comparison', () => {
  it.each([
    [100, 100.5, true],
    [100, 100.51, false],
    [100, 99.49, false],
    [0.1, 0.105, true],
    [0.1, 0.106, false],
  ])('of a served close of %d and another of %d: agree %p', (served, other, agrees) => {
    expect(closesAgree(served, other)).toBe(agrees);
  });

  it('is of the days that both have, and says which closes differ', () => {
    const served = closes('files', [
      ['2026-01-02', 10],
      ['2026-01-05', 20],
      ['2026-01-06', 30],
    ]);
    const other = closes('yahoo', [
      ['2026-01-05', 20.05],
      ['2026-01-06', 33],
      ['2026-01-07', 9],
    ]);
    expect(compareCloses('T', served, other, FOUND_AT)).toEqual({
      ticker: 'T',
      taken: 'files',
      other: 'yahoo',
      first: day('2026-01-05'),
      last: day('2026-01-06'),
      common: 2,
      found: [
        {
          ticker: 'T',
          day: day('2026-01-06'),
          taken: 'files',
          takenClose: 30,
          other: 'yahoo',
          otherClose: 33,
          foundAt: FOUND_AT,
        },
      ],
    });
    expect(compareCloses('T', served, closes('yahoo', [['2026-01-07', 9]]), FOUND_AT)).toBeUndefined();
  });

  it('is after the same splits: one after the last day of a history is not in it', () => {
    const before = closes('files', [
      ['2026-01-02', 400],
      ['2026-01-05', 420],
    ]);
    const after = closes(
      'yahoo',
      [
        ['2026-01-02', 100],
        ['2026-01-05', 105],
        ['2026-01-06', 105],
      ],
      [{ day: day('2026-01-06'), ratio: 4 }],
    );
    expect(compareCloses('T', before, after, FOUND_AT)?.found).toEqual([]);
    expect(
      compareCloses('T', after, before, FOUND_AT)?.found.map(({ takenClose, otherClose }) => [takenClose, otherClose]),
    ).toEqual([]);
    // Both have the day of the split: one of them was not adjusted for it.
    const unadjusted = closes('files', [
      ['2026-01-05', 420],
      ['2026-01-06', 105],
    ]);
    expect(
      compareCloses('T', after, unadjusted, FOUND_AT)?.found.map(({ takenClose, otherClose }) => [
        takenClose,
        otherClose,
      ]),
    ).toEqual([[105, 420]]);
  });

  it('is restated when the served history is: for a split since, and without days that agree now or are gone', () => {
    const row = (date: string, takenClose: number, otherClose: number) => ({
      ticker: 'T',
      day: day(date),
      taken: 'yahoo',
      takenClose,
      other: 'finnhub',
      otherClose,
      foundAt: FOUND_AT,
    });
    const found = [row('2026-01-02', 100, 120), row('2026-01-05', 100, 120), row('2026-01-06', 100, 120)];
    const served = closes(
      'yahoo',
      [
        ['2026-01-02', 25],
        ['2026-01-05', 30],
      ],
      [
        { day: day('2026-01-05'), ratio: 2 },
        { day: day('2026-01-09'), ratio: 4 },
      ],
    );
    const once = restated(found, served);
    expect(once).toEqual([{ ...row('2026-01-02', 25, 30) }]);
    // The same history again changes nothing more.
    expect(restated(once, served)).toEqual(once);
    // A split of the day after a comparison, whatever day it was in UTC by then; and a correction beside it.
    for (const foundAt of [new Date('2026-01-06T02:00:00Z'), new Date('2026-01-06T22:00:00Z')]) {
      const of = (takenClose: number, otherClose: number) => [
        { ...row('2026-01-05', takenClose, otherClose), foundAt },
      ];
      for (const [close, other] of [
        [100, 101],
        [99.5, 101],
      ] as const) {
        const after = closes('yahoo', [['2026-01-05', close]], [{ day: day('2026-01-06'), ratio: 4 }]);
        expect(restated(of(400, 404), after)).toEqual(of(close, other));
      }
    }
  });
});

const open = embeddedDatabase();
const store = await open();
const [charts, vendor] = [await startChartServer(), await startReplayServer()];
const clock = { nowMs: 0 };
const quiet = () => undefined;
const outbound = createOutbound({ target: 'operator', totalTimeoutMs: 60_000 });
const endpoint = (name: string, baseUrl: string) =>
  createEndpoint({
    name,
    baseUrl,
    headers: {},
    limits: { perSecond: 1_000, burst: 1_000, mostFailures: 3 },
    outbound,
    budgets: store.sourceBudgets,
    clock: () => clock.nowMs,
  });
const shared = {
  store,
  keepsSimulated: false,
  clock: () => clock.nowMs,
  log: { info: quiet, warn: quiet, error: quiet },
  waitMs: 60_000,
};
const chart = endpoint('chart', charts.url);
const live = createLiveReads({ ...shared, source: createYahoo(chart) });
const kinds = createKindReads({
  ...shared,
  sources: [createYahooCloses(chart, store), createFinnhub(endpoint('finnhub', `${vendor.url}/api/v1`), store)],
});
afterAll(async () => {
  await live.close();
  await kinds.close();
  outbound.close();
  await charts.close();
  await vendor.close();
});

const SESSION = day('2026-01-05');
const priced = (price: (at: number) => number) => (symbol: string) => (from: number, to: number) =>
  chartOf(symbol, from, to, { price });
const quoteOf = (last: number, atMs: number): string =>
  JSON.stringify({ c: last, h: last + 1, l: last - 1, o: last, pc: last, t: atMs / 1000 });
const toldOf = async (ticker: string) =>
  ((await seriesSources(store, [ticker])).get(ticker) ?? [])
    .filter(({ kind, asOf }) => kind === 'daily' && asOf !== null)
    .map(({ source, disagreements }) => [
      source,
      disagreements.map(({ date, close, otherSource, otherClose }) => [date, close, otherSource, otherClose]),
    ]);
const lastClose = async (ticker: string) => (await store.bars.readDaily([ticker])).get(ticker)?.bars.close.at(-1);
const importBars = async (ticker: string, rows: readonly (readonly [string, number])[]) => {
  const csv = rows.map(([date, close]) => `${date},${close},${close},${close},${close},100`);
  const folder = await temporaryFiles({
    [`${ticker}.csv`]: ['date,open,high,low,close,volume', ...csv, ''].join('\n'),
  });
  const report = await importFiles(store, BARS, [folder], { strict: false, now: () => new Date(clock.nowMs) });
  return report.files.flatMap(({ notes }) => notes);
};

describe('where two sources give the daily bars of a ticker', () => {
  it('an import replaces those of a live source, is taken, and tells what the other one had', async () => {
    clock.nowMs = newYorkUtcMs(day('2026-01-06'), 12 * 60);
    charts.charts.set('IMPA', priced((at) => (at === SESSION ? 107 : 100))('IMPA'));
    await live.ensure(['IMPA']);
    const notes = await importBars('IMPA', [
      ['2025-12-31', 100],
      ['2026-01-02', 100.2],
      ['2026-01-05', 105],
    ]);
    expect(notes).toContainEqual(
      expect.stringContaining(
        'yahoo has another close on 1 of 3 common days, the newest 2026-01-05: 107 instead of 105. Those of files are served.',
      ),
    );
    expect([await toldOf('IMPA'), await lastClose('IMPA')]).toEqual([
      [['files', [['2026-01-05', 105, 'yahoo', 107]]]],
      105,
    ]);
  });

  it('a corrected import is compared anew: what agrees now is told no more', async () => {
    await importBars('IMPA', [['2026-01-05', 107.1]]);
    expect(await toldOf('IMPA')).toEqual([['files', []]]);
  });

  it('a source whose bars are not served any more is not stale when it fails', async () => {
    const reads = store.db.updateTable('source_reads').where('symbol', '=', 'IMPA').where('kind', '=', 'daily');
    await reads.set({ fault: 'http_status' }).execute();
    const told = (await seriesSources(store, ['IMPA'])).get('IMPA') ?? [];
    expect(told.map(({ source, fetchedAt, isStale }) => [source, fetchedAt !== null, isStale])).toEqual([
      ['files', false, false],
      ['yahoo', true, false],
    ]);
  });

  it('an import that was there first stays, and the live source is asked for the same days', async () => {
    clock.nowMs = newYorkUtcMs(SESSION, 17 * 60);
    await importBars('IMPB', [
      ['2026-01-02', 50],
      ['2026-01-05', 51],
    ]);
    charts.charts.set('IMPB', priced((at) => (at === SESSION ? 55 : 50))('IMPB'));
    await live.ensure(['IMPB']);
    expect(await toldOf('IMPB')).toEqual([['files', []]]);
    expect(await kinds.dueOf('closes', ['IMPB'], 0)).toEqual(['IMPB']);
    await kinds.refresh('closes', ['IMPB']);
    expect([await toldOf('IMPB'), await lastClose('IMPB')]).toEqual([
      [['files', [['2026-01-05', 51, 'yahoo', 55]]]],
      51,
    ]);
    expect((await store.sourceReads.bySymbols(['IMPB'], 'closes')).get('IMPB')).toMatchObject({
      source: 'yahoo',
      fault: null,
      notes: [
        'yahoo has another close on 1 of 2 common days, the newest 2026-01-05: 55 instead of 51. Those of files are served.',
      ],
    });
    charts.charts.set('IMPB', priced((at) => (at === SESSION ? 51 : 50))('IMPB'));
    clock.nowMs += 13 * 3_600_000;
    await kinds.refresh('closes', ['IMPB']);
    expect(await toldOf('IMPB')).toEqual([['files', []]]);
  });

  it('the served source is not asked for a second time, but the next one: its close is told and not stored', async () => {
    clock.nowMs = newYorkUtcMs(SESSION, 17 * 60);
    charts.charts.set('LIVA', priced(() => 100)('LIVA'));
    await live.ensure(['LIVA']);
    vendor.answers.set('/api/v1/quote?symbol=LIVA', quoteOf(101, sessionCloseUtcMs(SESSION)));
    charts.asked.length = 0;
    await kinds.refresh('closes', ['LIVA']);
    expect([charts.asked, await toldOf('LIVA'), await lastClose('LIVA')]).toEqual([
      [],
      [['yahoo', [['2026-01-05', 100, 'finnhub', 101]]]],
      100,
    ]);
    expect(await store.closeDisagreements.count()).toContainEqual({ taken: 'yahoo', other: 'finnhub', tickers: 1 });
    const [{ differencePct, foundAt } = {}] =
      (await seriesSources(store, ['LIVA'])).get('LIVA')?.flatMap(({ disagreements }) => disagreements) ?? [];
    expect([differencePct, foundAt]).toEqual([expect.closeTo(1, 9), '2026-01-05T22:00:00.000Z']);
  });

  it('a price of a session under way is no close, and is not compared', async () => {
    clock.nowMs = newYorkUtcMs(day('2026-01-06'), 11 * 60);
    charts.charts.set('LIVB', priced(() => 100)('LIVB'));
    await live.ensure(['LIVB']);
    vendor.answers.set('/api/v1/quote?symbol=LIVB', quoteOf(150, clock.nowMs));
    await kinds.refresh('closes', ['LIVB']);
    expect([await toldOf('LIVB'), (await store.sourceReads.bySymbols(['LIVB'], 'closes')).get('LIVB')?.fault]).toEqual([
      [['yahoo', []]],
      null,
    ]);
  });

  it('with only the served source there is nothing to compare, which is no failure', async () => {
    clock.nowMs = newYorkUtcMs(SESSION, 17 * 60);
    const alone = createKindReads({ ...shared, sources: [createYahooCloses(chart, store)] });
    charts.charts.set('LIVC', priced(() => 100)('LIVC'));
    await live.ensure(['LIVC']);
    await alone.refresh('closes', ['LIVC']);
    expect((await store.sourceReads.bySymbols(['LIVC'], 'closes')).get('LIVC')).toMatchObject({
      fault: 'served',
      dueAt: new Date(clock.nowMs + 86_400_000),
    });
    expect((await seriesSources(store, ['LIVC'])).get('LIVC')?.map(({ kind }) => kind)).toEqual(['daily']);
    expect(
      (await store.sourceReads.count()).filter(({ kind, state }) => kind === 'closes' && state !== 'current'),
    ).toEqual([]);
    await alone.close();
  });

  it('at most the newest 50 sessions of a ticker and another source are kept', async () => {
    clock.nowMs = newYorkUtcMs(day('2026-01-06'), 12 * 60);
    charts.charts.set('MANY', priced(() => 100)('MANY'));
    await live.ensure(['MANY']);
    const days = Array.from((await store.bars.readDaily(['MANY'])).get('MANY')?.bars.days ?? []).slice(-60);
    const notes = await importBars(
      'MANY',
      days.map((each) => [isoDate(each), 200]),
    );
    expect(notes.join()).toContain('yahoo has another close on 60 of 60 common days');
    const [[, told] = []] = await toldOf('MANY');
    expect((told as readonly (readonly unknown[])[]).map(([date]) => date)).toEqual(
      days.slice(-50).reverse().map(isoDate),
    );
  });
});
