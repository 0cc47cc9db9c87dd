import { beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { parseIsoDate } from '../calendar/days.js';
import { forEachDatabase } from './fixtures/databases.js';
import { macroReleaseDay, macroReleaseKey, macroTitle, REPOSITORY, type MacroRelease } from './macro-releases.js';
import type { Store } from './open-store.js';

function release(title: string, period: string, date: string, more: Partial<MacroRelease> = {}) {
  const day = parseIsoDate(date) ?? NaN;
  const given = { title, period, day, minute: null, detail: null, importance: 'high' as const, sourceUrl: null };
  return { ...given, ...more, source: 'files' };
}

it.each([
  ['CPI', 'Consumer Price Index'],
  ['U.S. CPI', 'Consumer Price Index'],
  ['consumer  price index', 'Consumer Price Index'],
  ['United States Non-Farm  Payrolls', 'Employment Situation'],
  ['Jobs report', 'Employment Situation'],
  ['Fed Interest Rate Decision', 'FOMC decision'],
  // Others that have such words in their names.
  ['Core CPI', 'Core CPI'],
  ['CPI Japan', 'CPI Japan'],
  ['ADP Nonfarm Employment Change', 'ADP Nonfarm Employment Change'],
  ['FOMC minutes', 'FOMC minutes'],
])('%s is %s', (given, title) => {
  expect(macroTitle(given)).toBe(title);
  const [one, other] = [
    { title: given, period: 'March 2031', day: 1 },
    { title, period: 'March 2031', day: 1 },
  ];
  expect([macroReleaseKey(one), macroReleaseDay(one)]).toEqual([macroReleaseKey(other), macroReleaseDay(other)]);
});

forEachDatabase((_, open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });
  const save = (...rows: readonly ReturnType<typeof release>[]): Promise<void> =>
    store.db.transaction().execute((tx) => store.macroReleases.save(tx, rows));
  const stored = async (): Promise<readonly string[]> =>
    (await store.macroReleases.all()).map(({ title, period, day }) => `${title}, ${period}, ${day}`);

  it('a release is stored once a day, whatever its period is called, and moves with its period', async () => {
    await store.db.deleteFrom('macro_releases').execute();
    await save(release('CPI', 'March 2031', '2031-04-10'), release('FOMC decision', 'Meeting of March', '2031-03-19'));
    await save(release('cpi', 'Mar 2031', '2031-04-10'), release('FOMC  decision', '2031-03', '2031-03-19'));
    const [day, meeting] = [parseIsoDate('2031-04-10'), parseIsoDate('2031-03-19')];
    expect(await stored()).toEqual([`FOMC  decision, 2031-03, ${meeting}`, `cpi, Mar 2031, ${day}`]);
    // Two that change places, and one of another title on the same day.
    await save(
      release('CPI', 'Mar 2031', '2031-03-19'),
      release('CPI', 'Feb 2031', '2031-04-10'),
      release('FOMC decision', '2031-03', '2031-03-19'),
    );
    await save(release('CPI', 'Feb 2031', '2031-03-19'), release('CPI', 'Mar 2031', '2031-04-10'));
    expect(await stored()).toEqual([
      `CPI, Feb 2031, ${meeting}`,
      `FOMC decision, 2031-03, ${meeting}`,
      `CPI, Mar 2031, ${day}`,
    ]);
  });

  it('two imports at once leave one release of a day', async () => {
    await store.db.deleteFrom('macro_releases').execute();
    const names = ['March 2031', 'Mar 2031', '2031-03', 'of March'];
    await Promise.all(names.map((period) => save(release('CPI', period, '2031-04-10'))));
    expect(await stored()).toHaveLength(1);
  });

  it('the migration keeps the release of a day that tells its time and source', async () => {
    await store.db.deleteFrom('macro_releases').execute();
    await sql`drop index macro_releases_title_day`.execute(store.db);
    const rows = [
      release('CPI', 'a', '2031-04-10'),
      release('CPI', 'b', '2031-04-10', { minute: 510 }),
      release('cpi', 'c', '2031-04-10', { minute: 510, sourceUrl: 'https://example.com/c' }),
      release('CPI', 'd', '2031-04-10', { minute: 510, sourceUrl: 'https://example.com/d' }),
      release('CPI', 'e', '2031-05-10'),
      release('PPI', 'f', '2031-04-10'),
    ];
    const keyed = rows.map((row) => ({ ...row, key: `${row.title}|${row.period}`.toLowerCase() }));
    await store.db.insertInto('macro_releases').values(keyed).execute();
    for (const statement of REPOSITORY.migrations['0081-one-release-a-day']) await sql.raw(statement).execute(store.db);
    expect((await store.macroReleases.all()).map(({ period }) => period).sort()).toEqual(['c', 'e', 'f']);
  });
});
