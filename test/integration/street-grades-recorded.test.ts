import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFiles } from '../../sources/files/fixtures/files.js';
import { IMPORT as BARS } from '../../sources/files/import-bars.js';
import { importFiles, type FileImport } from '../../sources/files/import-files.js';
import { IMPORT as RATINGS } from '../../sources/files/import-ratings.js';
import { allHeard } from '../../store/fixtures/databases.js';
import { externalFile, hasExternalData } from '../independent/datasets.js';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

/*
 * Apple's rating actions as Yahoo gave them on 2021-02-01, over LEAN's bars from 1998 to 2021-03-31 with their factor
 * file, and SPY's adjusted closes. The expected values were computed from these files by a separate Python program,
 * after the definitions in docs/methodology.md and without this code: the median is statistics.median, days are New
 * York's.
 */

const HISTORY = ['yahoo_recorded', '2021-04', 'quoteSummary-upgradeDowngradeHistory', 'AAPL.json'];
type Sample = readonly [n: number, median: number, winRate: number];
const EXPECTED: Readonly<Record<string, readonly [upgrades: Sample, downgrades: Sample, baseline: Sample]>> = {
  m1: [
    [23, 0.048388, 0.652174],
    [37, 0.065565, 0.702703],
    [1469, 0.03088, 0.651464],
  ],
  m3: [
    [23, 0.12693, 0.73913],
    [37, 0.092602, 0.702703],
    [1449, 0.070858, 0.719807],
  ],
  m6: [
    [22, 0.129374, 0.818182],
    [37, 0.129374, 0.810811],
    [1386, 0.160773, 0.766955],
  ],
};
/** Calls, calls that beat the tape, their share, and the last action; the last four firms have several names. */
const FIRMS: readonly (readonly [firm: string, calls: number, beat: number, rate: number | null, last: string])[] = [
  ['Goldman Sachs', 1, 0, 0, '2020-09-23'],
  ['Barclays', 2, 0, 0, '2021-01-14'],
  ['Deutsche Bank', 1, 1, 1, '2021-01-28'],
  ['Wells Fargo', 3, 2, 0.666667, '2021-01-28'],
  ['UBS', 0, 0, null, '2020-09-14'],
  ['KeyBanc', 2, 1, 0.5, '2020-09-23'],
  ['Rosenblatt', 3, 1, 0.333333, '2020-09-23'],
  ['HSBC', 4, 3, 0.75, '2020-09-23'],
  ['Raymond James', 3, 3, 1, '2021-01-28'],
  ['Bank of America', 6, 5, 0.833333, '2020-09-01'],
  ['Citigroup', 0, 0, null, '2020-09-23'],
  ['Sterne Agee', 1, 0, 0, '2020-09-23'],
  ['Piper Sandler', 0, 0, null, '2021-01-28'],
];

const server = await serverForFile();

(hasExternalData ? describe : describe.skip)('grades of a recorded history', () => {
  const imported = async (kind: FileImport, file: string, type?: 'etf'): Promise<void> => {
    const options = { strict: false, kind: type, now: () => new Date(server.clock.nowMs) };
    const { totals } = await importFiles(server.runtime.store, kind, [file], options);
    expect(totals.imported).toBe(1);
  };

  it('are those of a second computation, over REST and GraphQL', async () => {
    const history = path.join(await temporaryFiles({}), 'AAPL.json');
    await copyFile(externalFile(...HISTORY), history);
    await imported(BARS, externalFile('lean', 'daily', 'aapl.csv'));
    await imported(BARS, externalFile('daily_etf_yahoo', 'SPY.csv'), 'etf');
    await imported(RATINGS, history);
    await allHeard(server.runtime.store);
    const { key } = await server.newKey('free', { perMinute: 100 });

    const rest = await server.call('/api/v1/street-grades?ticker=AAPL', { key });
    // 470 rows of the six years, of which 8 repeat another one of the same firm, day and kind.
    const counts = ['from', 'to', 'actions_total', 'upgrade_count', 'downgrade_count', 'firms_covered'];
    expect(counts.map((name) => read(rest, name))).toEqual(['2015-03-31', '2021-01-28', 462, 23, 37, 72]);
    for (const [horizon, [upgrades, downgrades, baseline]] of Object.entries(EXPECTED)) {
      const shape = ([n, median, win_rate]: Sample): object => ({ n, median, win_rate });
      expect(read(rest, 'scoreboard', horizon)).toEqual({ upgrades: shape(upgrades), downgrades: shape(downgrades) });
      expect(read(rest, 'baseline', horizon)).toEqual(shape(baseline));
    }
    expect(read(rest, 'edge_3m')).toEqual({ upgrades: 0.056072, downgrades: 0.021744 });
    expect(read(rest, 'targets', 'scored')).toBe(0);
    const firms = read(rest, 'firms') as readonly Readonly<Record<string, unknown>>[];
    const told = new Map(firms.map((firm) => [firm['firm'], firm]));
    expect(
      FIRMS.map(([name]) => {
        const { firm, calls, beat_tape: beat, beat_rate: rate, last_action: last } = told.get(name) ?? {};
        return [firm, calls, beat, rate, last];
      }),
    ).toEqual(FIRMS);

    const outcome = '{ count median winRate }';
    const horizons = ['oneMonth', 'threeMonths', 'sixMonths'];
    const sides = `{ ${horizons.map((each) => `${each} { upgrades ${outcome} downgrades ${outcome} }`).join(' ')} }`;
    const graph = await server.graphql(
      key,
      `{ security(ticker: "AAPL") { streetGrades { actionCount firmCount scoreboard ${sides}
        baseline { ${horizons.map((each) => `${each} ${outcome}`).join(' ')} } } } }`,
    );
    const grades = (...names: readonly string[]): unknown => read(graph, 'data', 'security', 'streetGrades', ...names);
    expect([grades('actionCount'), grades('firmCount')]).toEqual([462, 72]);
    Object.values(EXPECTED).forEach((expected, at) => {
      const horizon = horizons[at] ?? '';
      const shape = ([count, median, winRate]: Sample): object => ({ count, median, winRate });
      const given = [
        grades('scoreboard', horizon, 'upgrades'),
        grades('scoreboard', horizon, 'downgrades'),
        grades('baseline', horizon),
      ];
      expect(given).toEqual(expected.map(shape));
    });
  });
});
