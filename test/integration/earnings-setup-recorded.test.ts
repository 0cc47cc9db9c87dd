import { describe, expect, it } from '@jest/globals';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { temporaryFiles } from '../../sources/files/fixtures/files.js';
import { IMPORT as BARS } from '../../sources/files/import-bars.js';
import { IMPORT as EARNINGS } from '../../sources/files/import-earnings.js';
import { importFiles, type FileImport } from '../../sources/files/import-files.js';
import { IMPORT as OPTIONS } from '../../sources/files/import-options.js';
import { calendarYear, companyFactsFile } from '../../sources/sec/fixtures/facts.js';
import { allHeard } from '../../store/fixtures/databases.js';
import { externalFile, hasExternalData } from '../independent/datasets.js';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

/*
 * Recorded option chains, on the day after them. The straddles were computed from the files by a separate Python
 * program: the strike nearest to the close among those whose call and put have a bid and an ask before 16:00, and the
 * sum of both mids. FOXA and NWSA have the close of the same vendor; TWX, of which there is none, has call − put +
 * strike of the first expiry at 70. The reports are invented: filed so many days after each quarter that the next one
 * is before the expiry.
 */

interface Case {
  readonly expiry: string;
  readonly strike: number;
  readonly mid: number;
  readonly pct: number;
  /** Days by which reports are filed later than 40 days after the quarter. */
  readonly later: number;
  /** Without the newest quarter, which is then the next one. */
  readonly isDue?: boolean;
}
interface Chain {
  readonly ticker: string;
  readonly day: string;
  readonly close: number;
  readonly hasBars: boolean;
  readonly cases: readonly Case[];
}

const CHAINS: readonly Chain[] = [
  {
    ticker: 'FOXA',
    day: '2013-07-02',
    close: 29.21,
    hasBars: true,
    cases: [
      { expiry: '2013-07-20', strike: 29, mid: 1.25, pct: 4.279356385, later: -27 },
      { expiry: '2013-08-17', strike: 29, mid: 2.2, pct: 7.531667237, later: 0 },
      { expiry: '2013-10-19', strike: 29, mid: 3.375, pct: 11.554262239, later: 35 },
    ],
  },
  {
    ticker: 'NWSA',
    day: '2013-06-28',
    close: 32.6,
    hasBars: true,
    cases: [
      { expiry: '2013-07-20', strike: 33, mid: 1.475, pct: 4.524539877, later: -27 },
      { expiry: '2013-08-17', strike: 33, mid: 2.55, pct: 7.82208589, later: 0 },
      { expiry: '2013-10-19', strike: 33, mid: 3.75, pct: 11.503067485, later: 35 },
    ],
  },
  {
    ticker: 'TWX',
    day: '2014-06-05',
    close: 70.915,
    hasBars: false,
    cases: [
      { expiry: '2014-06-21', strike: 70, mid: 2.245, pct: 3.165761828, later: 35, isDue: true },
      { expiry: '2014-07-19', strike: 70, mid: 3.645, pct: 5.139956286, later: -27 },
      { expiry: '2014-10-18', strike: 70, mid: 6.9, pct: 9.729958401, later: 0 },
    ],
  },
  {
    ticker: 'TWX',
    day: '2014-06-06',
    close: 71.075,
    hasBars: false,
    cases: [
      { expiry: '2014-06-21', strike: 70, mid: 2.245, pct: 3.158635244, later: 35, isDue: true },
      { expiry: '2014-07-19', strike: 70, mid: 3.635, pct: 5.114315864, later: -27 },
      { expiry: '2014-10-18', strike: 70, mid: 6.82, pct: 9.595497714, later: 0 },
    ],
  },
];

const server = await serverForFile();
const { store } = server.runtime;
const dayOf = (date: string): number => parseIsoDate(date) ?? NaN;

/** Four years of quarters up to those filed by the day. */
function reportsBy(date: string, { later, isDue = false }: Case): string {
  const last = Number(date.slice(0, 4));
  const facts = [last - 3, last - 2, last - 1, last]
    .flatMap((year) => calendarYear(year, [100, 110, 120, 450]))
    .map((fact) => ({ ...fact, filed: isoDate(dayOf(fact.filed) + later) }))
    .filter(({ end, filed }) => filed < date && !(isDue && end === `${last}-03-31`));
  return JSON.stringify(companyFactsFile(facts));
}

async function load(kind: FileImport, file: string): Promise<void> {
  const now = (): Date => new Date(server.clock.nowMs);
  const { totals } = await importFiles(store, kind, [file], { strict: false, now });
  expect(totals.imported).toBe(1);
}

(hasExternalData ? describe : describe.skip).each(CHAINS)(
  '$ticker on $day',
  ({ ticker, day, close, hasBars, cases }) => {
    it.each(cases)('prices in $pct percent up to $expiry, over REST and GraphQL', async (each) => {
      server.clock.nowMs = (dayOf(day) + 1) * 86_400_000 + 15 * 3_600_000;
      for (const table of ['option_quotes', 'earnings_reports'] as const)
        await store.db.deleteFrom(table).where('ticker', '=', ticker).execute();
      const bars = `date,open,high,low,close,volume\n${day},${close},${close},${close},${close},100\n`;
      const made = await temporaryFiles({
        [`bars/${ticker}.csv`]: bars,
        [`reports/${ticker}.json`]: reportsBy(day, each),
      });
      await load(
        BARS,
        hasBars ? externalFile('lean', 'daily', `${ticker.toLowerCase()}.csv`) : `${made}/bars/${ticker}.csv`,
      );
      await load(EARNINGS, `${made}/reports/${ticker}.json`);
      const name = `${ticker.toLowerCase()}_${day.replaceAll('-', '')}_minute_quote.csv.gz`;
      await load(OPTIONS, externalFile('lean', 'options', name));
      await allHeard(store);

      const { key } = await server.newKey('pro', { perMinute: 1_000 });
      const rest = await server.call(`/api/v1/earnings-setup?ticker=${ticker}`, { key });
      expect(read(rest, 'implied_move_reason')).toBeNull();
      const move = read(rest, 'implied_move') as Readonly<Record<string, number | string>>;
      expect([move['expiry'], move['strike'], move['spot']]).toEqual([each.expiry, each.strike, close]);
      expect(move['straddle_mid']).toBeCloseTo(each.mid, 9);
      expect(move['dollars']).toBeCloseTo(each.mid, 9);
      expect(move['pct']).toBeCloseTo(each.pct, 3);
      const fields = 'expiry strike spot straddleMid straddleBid straddleAsk movePct splitRatio';
      const graph = await server.graphql(
        key,
        `{ security(ticker: "${ticker}") { earningsSetup { impliedMove { ${fields} } } } }`,
      );
      const same = read(graph, 'data', 'security', 'earningsSetup', 'impliedMove') as typeof move;
      expect([
        same['expiry'],
        same['strike'],
        same['spot'],
        same['straddleMid'],
        same['movePct'],
        same['splitRatio'],
      ]).toEqual([move['expiry'], move['strike'], move['spot'], move['straddle_mid'], move['pct'], 1]);
      expect((Number(same['straddleBid']) + Number(same['straddleAsk'])) / 2).toBeCloseTo(each.mid, 9);
    });
  },
);
