import { expect, it } from '@jest/globals';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import { MS_PER_DAY, weekdayOf } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { loadSimulatedIpos, simulatedIpos } from './ipos.js';
import { isSession } from '../../calendar/nyse.js';

const START = Date.UTC(2026, 0, 2, 22, 30);
const DAYS = Array.from({ length: 365 }, (_, index) => new Date(START + index * MS_PER_DAY));

it('the demo calendar is the same at the same instant, says that it is invented, and always has something upcoming, on sessions', () => {
  for (const now of DAYS) {
    const listings = simulatedIpos(now);
    expect(simulatedIpos(now)).toEqual(listings);
    const { day: today } = newYorkTime(now.getTime());
    const upcoming = listings.filter(({ day }) => day >= today);
    expect(upcoming.length).toBeGreaterThanOrEqual(3);
    for (const { day, status, issuerName } of listings)
      expect([isSession(day), status, issuerName]).toEqual([
        true,
        day <= today ? 'priced' : 'expected',
        expect.stringContaining('invented'),
      ]);
  }
});

it('an IPO of the demo calendar moves at most once, before its date, and to a later one', () => {
  const dates = new Map<string, number[]>();
  for (const now of DAYS) {
    for (const { ticker, day } of simulatedIpos(now)) {
      const known = dates.get(ticker ?? '') ?? [];
      if (known.at(-1) !== day) {
        if (known.length > 0) expect(newYorkTime(now.getTime()).day).toBeLessThan(known[0] ?? NaN);
        dates.set(ticker ?? '', [...known, day]);
      }
    }
  }
  const moved = [...dates.values()].filter(({ length }) => length > 1);
  for (const [first = NaN, second = NaN, ...more] of moved) expect([second > first, more]).toEqual([true, []]);
  expect(dates.size).toBeGreaterThan(52);
  expect(moved.length / dates.size).toBeGreaterThan(0.2);
  expect(moved.length / dates.size).toBeLessThan(0.6);
});

forEachDatabase((_, open) => {
  it('the demo calendar begins in silence and then tells each news once', async () => {
    const store = await open();
    const load = (now: Date) => store.db.transaction().execute((tx) => loadSimulatedIpos({ store, tx, now }));
    const [first = new Date(NaN), ...later] = DAYS.slice(0, 60);
    expect([await load(first), await load(first)]).toEqual([0, 0]);
    let told = 0;
    for (const now of later) told += await load(now);
    expect(await load(later.at(-1) ?? first)).toBe(0);
    const events = await store.db.selectFrom('events').select('body').execute();
    const tickers = events.map(
      ({ body }) => (JSON.parse(body.toString()) as { data: { ticker: string; previous_listing_date?: string } }).data,
    );
    expect(events).toHaveLength(told);
    const mondays = later.filter((now) => weekdayOf(newYorkTime(now.getTime()).day) === 1).length;
    expect(tickers.filter(({ previous_listing_date: previous }) => previous === undefined)).toHaveLength(mondays);
    expect(told).toBeGreaterThan(mondays);
    await store.close();
  });
});
