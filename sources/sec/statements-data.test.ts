import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { companyFacts, readFacts } from './facts.js';
import { quartersOf } from './quarters.js';
import { readStatementFacts } from './statement-facts.js';
import { statementsOf } from './statements.js';

const TODAY = parseIsoDate('2026-11-20') ?? 0;
const FILES = { AAPL: 'CIK0000320193.json', NVDA: 'CIK0001045810.json', SNOW: 'SNOW_fixture.json' } as const;
const DAY_MS = 86_400_000;

function contentOf(ticker: keyof typeof FILES): unknown {
  return JSON.parse(readFileSync(externalFile('sec_edgar', 'companyfacts', FILES[ticker]), 'utf8'));
}

function readStatements(ticker: keyof typeof FILES) {
  const given = companyFacts.parse(contentOf(ticker));
  const { facts } = readFacts(given, TODAY);
  const { facts: others, refused } = readStatementFacts(given, TODAY);
  const { reports } = quartersOf(facts, { ticker, cik: 1 });
  return { refused, statements: statementsOf([...facts, ...others], reports) };
}

function csvRows(...file: readonly string[]): readonly Readonly<Record<string, string>>[] {
  const [header = [], ...rows] = readFileSync(externalFile(...file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])));
}

interface RawFact {
  readonly start?: string | null;
  readonly end: string;
  readonly val: number;
  readonly form: string;
  readonly filed: string;
}

/** The facts of a tag in forms 10-Q and 10-K, the newest filing of each period. */
function newestFacts(ticker: keyof typeof FILES, tag: string): ReadonlyMap<string, RawFact> {
  const { facts } = contentOf(ticker) as {
    facts: { 'us-gaap': Record<string, { units: Record<string, readonly RawFact[]> }> };
  };
  const [all = []] = Object.values(facts['us-gaap'][tag]?.units ?? {});
  const reports = all
    .filter(({ form }) => /^10-[QK]/.test(form))
    .sort((one, other) => (one.filed < other.filed ? -1 : 1));
  return new Map(reports.map((fact) => [`${fact.start ?? ''} ${fact.end}`, fact]));
}

(hasExternalData ? describe : describe.skip)('statements in the SEC’s own files', () => {
  it.each([
    ['AAPL', 8],
    ['NVDA', 7],
  ] as const)('%s: first figures are those that others read from the filings of 2015 to 2017', (ticker, least) => {
    const { statements } = readStatements(ticker);
    const byPeriod = new Map(statements.map((each) => [`${each.span} ${isoDate(each.periodEnd)}`, each]));
    const rows = csvRows('sec_edgar', 'reports_select.csv').filter((row) => row['symbol'] === ticker);
    const periods = new Map(rows.map((row) => [`${row['end_date']} ${row['doc_type']}`, row]));
    for (const row of periods.values()) {
      const own = byPeriod.get(`${row['period_focus'] === 'FY' ? 'year' : 'quarter'} ${row['end_date']}`);
      const first = own?.firstFigures ?? {};
      expect([
        row['end_date'],
        first['revenue'],
        first['operatingIncome'],
        first['netIncome'],
        first['equity'],
      ]).toEqual([
        row['end_date'],
        ...['revenues', 'op_income', 'net_income', 'equity'].map((name) => Number(row[name])),
      ]);
      expect([first['epsBasic'], first['epsDiluted']]).toEqual([Number(row['eps_basic']), Number(row['eps_diluted'])]);
    }
    expect(periods.size).toBeGreaterThanOrEqual(least);
  });

  it.each(['AAPL', 'NVDA'] as const)('%s: a fiscal year equals the vendor’s income statement', (ticker) => {
    const [row = {}] = csvRows('reference', 'income_statements_fmp.csv').filter(({ symbol }) => symbol === ticker);
    const year = readStatements(ticker).statements.find(
      ({ span, periodEnd }) => span === 'year' && isoDate(periodEnd) === row['date'],
    );
    // The vendor has earnings per share and shares after the split of 2024, as the newest filing does.
    const { revenue, operatingIncome, netIncome, epsBasic, epsDiluted } = year?.figures ?? {};
    const vendor = ['revenue', 'operating_income', 'net_income', 'eps', 'epsdiluted'].map((name) => Number(row[name]));
    expect([revenue, operatingIncome, netIncome, epsBasic, epsDiluted]).toEqual(vendor);
    for (const [ours, theirs] of [
      ['sharesBasic', 'weighted_average_shs_out'],
      ['sharesDiluted', 'weighted_average_shs_out_dil'],
    ] as const)
      expect(Math.abs((year?.figures[ours] ?? NaN) / Number(row[theirs]) - 1)).toBeLessThan(0.001);
  });

  it.each([
    ['AAPL', 51, 87],
    ['NVDA', 37, 88],
    ['SNOW', 13, 27],
  ] as const)('%s: share repurchases of quarters equal a plain difference of the facts', (ticker, least, count) => {
    const { statements, refused } = readStatements(ticker);
    expect([refused, statements.length]).toEqual([[], count]);
    const facts = [...newestFacts(ticker, 'PaymentsForRepurchaseOfCommonStock').values()];
    const days = (fact: RawFact): number => (Date.parse(fact.end) - Date.parse(fact.start ?? '')) / DAY_MS;
    // Filings begin a fiscal year on days that are up to three days apart.
    const isNear = (one?: string | null, other?: string | null): boolean =>
      Math.abs(Date.parse(one ?? '') - Date.parse(other ?? '')) <= 3 * DAY_MS;
    let compared = 0;
    for (const { span, periodEnd, figures, missing } of statements) {
      const end = isoDate(periodEnd);
      const own = facts.filter((fact) => fact.end === end);
      const longest = [...own].sort((one, other) => days(other) - days(one))[0];
      const value = figures['shareRepurchases'];
      if (value === undefined || longest === undefined) {
        expect([end, value, longest === undefined || Object.hasOwn(missing, 'shareRepurchases')]).toEqual([
          end,
          undefined,
          true,
        ]);
        continue;
      }
      const before = facts.find(
        (fact) => isNear(fact.start, longest.start) && fact.end < end && days(longest) - days(fact) < 105,
      );
      compared += 1;
      const alone = own.find((fact) => span === 'quarter' && days(fact) < 100);
      const plain = span === 'year' ? longest.val : longest.val - (before?.val ?? 0);
      expect([end, value]).toEqual([end, alone?.val ?? plain]);
    }
    expect(compared).toBeGreaterThanOrEqual(least);
  });

  it.each(['AAPL', 'NVDA', 'SNOW'] as const)('%s: equity is the newest fact of each day', (ticker) => {
    const facts = newestFacts(ticker, 'StockholdersEquity');
    const wrong = readStatements(ticker).statements.filter(
      ({ periodEnd, figures }) => figures['equity'] !== facts.get(` ${isoDate(periodEnd)}`)?.val,
    );
    expect(wrong.map(({ periodEnd }) => isoDate(periodEnd))).toEqual([]);
  });

  it.each(['AAPL', 'NVDA', 'SNOW'] as const)(
    '%s: the quarters of a year add up to it, where all are known',
    (ticker) => {
      const { statements } = readStatements(ticker);
      let compared = 0;
      for (const year of statements.filter(({ span }) => span === 'year'))
        for (const figure of ['revenue', 'operatingIncome', 'netIncome', 'shareRepurchases']) {
          const quarters = statements.filter(
            ({ span, fiscalYear }) => span === 'quarter' && fiscalYear === year.fiscalYear,
          );
          const values = quarters.flatMap(({ figures }) => figures[figure] ?? []);
          const whole = year.figures[figure];
          if (values.length < 4 || whole === undefined) continue;
          compared += 1;
          // Each figure is rounded by itself, mostly to millions.
          const sum = values.reduce((total, value) => total + value, 0);
          expect([year.fiscalYear, figure, Math.abs(sum - whole) <= 2_000_000]).toEqual([
            year.fiscalYear,
            figure,
            true,
          ]);
        }
      expect(compared).toBeGreaterThan(10);
    },
  );
});
