import { expect, it } from '@jest/globals';
import { dayOf, isoDate } from '../../calendar/days.js';
import { seededRandom } from '../simulated/random.js';
import { companyFacts, readFacts } from './facts.js';
import { companyFactsFile, type TestFact } from './fixtures/facts.js';
import { quartersOf } from './quarters.js';
import { readStatementFacts } from './statement-facts.js';
import { statementsOf } from './statements.js';

const CASH = 'NetCashProvidedByUsedInOperatingActivities';
const YEARS = [2018, 2019, 2020, 2021, 2022];
const QUARTERS = [1, 2, 3, 4];
const FILERS = 400;

interface Filer {
  readonly facts: readonly TestFact[];
  readonly endOf: (year: number, quarter: number) => number;
  /** What a quarter had, as filed first, and as it was restated. */
  readonly first: ReadonlyMap<string, number>;
  readonly restated: ReadonlyMap<string, number>;
}

const sumOf = (values: ReadonlyMap<string, number>, year: number, quarters: number): number =>
  QUARTERS.slice(0, quarters).reduce((sum, quarter) => sum + (values.get(`${year} ${quarter}`) ?? Number.NaN), 0);

/**
 * A filer of any fiscal year that tells its cash flow for the year to date, beside that of the year before, which may
 * be restated from then on. Filings and facts may be missing, and years begin on days that are up to two days apart.
 */
function randomFiler(seed: number): Filer {
  const random = seededRandom(7, seed, 0);
  const isTrue = (probability: number): boolean => random() < probability;
  const month = 1 + Math.floor(12 * random());
  const endOf = (year: number, quarter: number): number => dayOf(year - 1, month + 1 + 3 * quarter, 1) - 1;
  const restatedYear = 2019 + Math.floor(3 * random());
  const [first, restated] = [new Map<string, number>(), new Map<string, number>()];
  for (const year of YEARS)
    for (const quarter of QUARTERS) {
      const value = 100 + Math.floor(1000 * random());
      first.set(`${year} ${quarter}`, value);
      const changes = year === restatedYear && isTrue(0.3) ? 1 + Math.floor(50 * random()) : 0;
      restated.set(`${year} ${quarter}`, value + changes);
    }
  const facts: TestFact[] = [];
  for (const year of YEARS)
    for (const quarter of QUARTERS) {
      if (isTrue(0.03)) continue;
      const [end, startOfYear] = [endOf(year, quarter), endOf(year - 1, 4) + 1];
      const startOfQuarter = quarter === 1 ? startOfYear : endOf(year, quarter - 1) + 1;
      const filing = {
        end: isoDate(end),
        filed: isoDate(end + 35 + Math.floor(20 * random())),
        form: quarter === 4 ? '10-K' : '10-Q',
        fy: year,
        fp: quarter === 4 ? 'FY' : `Q${quarter}`,
      };
      const shift = isTrue(0.15) ? Math.floor(5 * random()) - 2 : 0;
      facts.push({
        ...filing,
        tag: 'Revenues',
        val: 1000,
        start: isoDate(quarter === 4 ? startOfYear : startOfQuarter),
      });
      if (!isTrue(0.06))
        facts.push({ ...filing, tag: CASH, val: sumOf(first, year, quarter), start: isoDate(startOfYear + shift) });
      if (quarter < 4 && isTrue(0.1))
        facts.push({
          ...filing,
          tag: CASH,
          val: first.get(`${year} ${quarter}`) ?? 0,
          start: isoDate(startOfQuarter),
        });
      if (year > 2018 && !isTrue(0.06))
        facts.push({
          ...filing,
          tag: CASH,
          val: sumOf(restated, year - 1, quarter),
          start: isoDate(endOf(year - 2, 4) + 1),
          end: isoDate(endOf(year - 1, quarter)),
        });
    }
  return { facts, endOf, first, restated };
}

it('quarters of random filers are those that were filed, or null: never a mixture of a restatement', () => {
  const wrong: string[] = [];
  let [values, missing] = [0, 0];
  for (let seed = 0; seed < FILERS; seed += 1) {
    const { facts, endOf, first, restated } = randomFiler(seed);
    const given = companyFacts.parse(companyFactsFile(facts));
    const { facts: ofReports } = readFacts(given, 20_000);
    const { facts: others } = readStatementFacts(given, 20_000);
    const { reports } = quartersOf(ofReports, { ticker: 'PBLO', cik: 1 });
    for (const { span, periodEnd, figures, firstFigures } of statementsOf([...ofReports, ...others], reports)) {
      const [year, quarter] =
        YEARS.flatMap((each) => QUARTERS.map((of) => [each, of] as const)).find(
          ([each, of]) => endOf(each, of) === periodEnd,
        ) ?? [];
      if (year === undefined || quarter === undefined) continue;
      const valueIn = (all: ReadonlyMap<string, number>): number | undefined =>
        span === 'year' ? sumOf(all, year, 4) : all.get(`${year} ${quarter}`);
      for (const [value, allowed] of [
        [figures['operatingCashFlow'], [valueIn(first), valueIn(restated)]],
        [firstFigures['operatingCashFlow'], [valueIn(first)]],
      ] as const) {
        if (value === undefined) missing += 1;
        else {
          values += 1;
          if (!allowed.includes(value)) wrong.push(`${seed}: ${span} ${year} ${quarter}: ${value}`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(values).toBeGreaterThan(15_000);
  expect(missing).toBeGreaterThan(500);
});
