import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { companyFacts, readFacts } from './facts.js';
import { quartersOf } from './quarters.js';
import { readFilings, submissions } from './submissions.js';

const TODAY = parseIsoDate('2026-11-20') ?? 0;
const withData = hasExternalData ? describe : describe.skip;

function reportsOf(ticker: string, file: string) {
  const content: unknown = JSON.parse(readFileSync(externalFile('sec_edgar', 'companyfacts', file), 'utf8'));
  const { facts, refused } = readFacts(companyFacts.parse(content), TODAY);
  return { refused, facts, ...quartersOf(facts, { ticker, cik: 1 }) };
}

/** The distinct rows of 10-Q and 10-K metrics of a ticker. */
function metricsOf(ticker: string) {
  const [header = [], ...rows] = readFileSync(externalFile('sec_edgar', 'reports_select.csv'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const column = (row: readonly string[], name: string): string => row[header.indexOf(name)] ?? '';
  const all = rows
    .filter((row) => column(row, 'symbol') === ticker)
    .map((row) => ({
      end: column(row, 'end_date'),
      form: column(row, 'doc_type'),
      period: column(row, 'period_focus'),
      year: Number(column(row, 'fiscal_year')),
      revenue: Number(column(row, 'revenues')),
      netIncome: Number(column(row, 'net_income')),
      epsBasic: Number(column(row, 'eps_basic')),
      epsDiluted: Number(column(row, 'eps_diluted')),
    }));
  return [...new Map(all.map((row) => [`${row.end} ${row.form}`, row])).values()];
}

/** Restated later: in these filings net income and earnings per share of the quarters were others. */
const RESTATED: Readonly<Record<string, readonly string[]>> = {
  AAPL: [],
  NVDA: [
    '2015-10-25 netIncome',
    '2016-05-01 netIncome',
    '2016-05-01 epsBasic',
    '2016-05-01 epsDiluted',
    '2016-07-31 netIncome',
    '2016-07-31 epsBasic',
    '2016-07-31 epsDiluted',
  ],
};

withData('the SEC’s own files', () => {
  it.each([
    ['AAPL', 'CIK0000320193.json', 28],
    ['NVDA', 'CIK0001045810.json', 24],
  ])('%s has the figures of its filings, but for restated ones', (ticker, file, values) => {
    const { reports, facts } = reportsOf(ticker, file);
    const byEnd = new Map(reports.map((report) => [isoDate(report.periodEnd), report]));
    const different: string[] = [];
    let compared = 0;
    const firsts = metricsOf(ticker).filter(({ period }) => period !== 'FY');
    expect(firsts.map(({ end }) => [byEnd.get(end)?.firstRevenue, byEnd.get(end)?.firstNetIncome])).toEqual(
      firsts.map(({ revenue, netIncome }) => [revenue, netIncome]),
    );
    for (const { end, period, year, ...metrics } of metricsOf(ticker)) {
      const report = byEnd.get(end);
      expect([report?.fiscalYear, report?.fiscalQuarter]).toEqual([
        year,
        period === 'FY' ? 4 : Number(period.slice(1)),
      ]);
      for (const figure of period === 'FY'
        ? (['revenue', 'netIncome'] as const)
        : (['revenue', 'netIncome', 'epsBasic', 'epsDiluted'] as const)) {
        const ofYear = reports
          .filter(({ fiscalYear }) => fiscalYear === year)
          .reduce((sum, each) => sum + (each[figure] ?? NaN), 0);
        compared += 1;
        if ((period === 'FY' ? ofYear : report?.[figure]) === metrics[figure]) continue;
        different.push(`${end} ${figure}`);
        // The filing itself has the other figure.
        expect(
          facts.some(
            (fact) =>
              fact.figure === figure &&
              isoDate(fact.end) === end &&
              fact.accession === report?.accession &&
              fact.value === metrics[figure],
          ),
        ).toBe(true);
      }
    }
    expect([compared, different]).toEqual([values, RESTATED[ticker]]);
  });

  it.each([
    ['AAPL', 'CIK0000320193.json', 70],
    ['NVDA', 'CIK0001045810.json', 71],
    ['SNOW', 'SNOW_fixture.json', 22],
  ])('%s: quarters that follow each other, and no missing amount since the first filing', (ticker, file, count) => {
    const { reports, refused } = reportsOf(ticker, file);
    expect([refused, reports.length]).toEqual([[], count]);
    const filed = reports.filter(({ filingDay }) => filingDay !== null);
    expect(filed.filter(({ revenue, netIncome }) => revenue === null || netIncome === null)).toEqual([]);
    const ordinals = filed.map(({ fiscalYear, fiscalQuarter }) => fiscalYear * 4 + fiscalQuarter);
    expect(ordinals).toEqual(ordinals.map((_, index) => (ordinals[0] ?? 0) + index));
    // From the fiscal year 2021 on, annual reports have no quarters.
    const noEps = filed
      .filter(({ epsDiluted }) => epsDiluted === null)
      .map(({ fiscalYear, fiscalQuarter }) => [fiscalYear >= 2021, fiscalQuarter]);
    expect(noEps.every(([isLater, quarter]) => isLater === true && quarter === 4)).toBe(true);
  });

  it.each([
    ['AAPL', 'CIK0000320193.json'],
    ['NVDA', 'CIK0001045810.json'],
    ['SNOW', 'SNOW_fixture.json'],
  ])('%s: first figures are those that the filings of the time give, whatever was filed later', (ticker, file) => {
    const { reports, facts } = reportsOf(ticker, file);
    const firstOf = (each: (typeof reports)[number]) => [
      isoDate(each.periodEnd),
      each.firstRevenue,
      each.firstNetIncome,
    ];
    const filed = reports.filter(({ filingDay }) => filingDay !== null);
    for (const { filingDay } of filed.filter((_, index) => index % 5 === 0)) {
      const until = filingDay ?? 0;
      const then = quartersOf(
        facts.filter((fact) => fact.filed <= until),
        { ticker, cik: 1 },
      ).reports;
      expect(then.filter((each) => each.filingDay !== null).map(firstOf)).toEqual(
        filed.filter((each) => (each.filingDay ?? 0) <= until).map(firstOf),
      );
    }
  });

  it('the four quarters add up to each year that a 10-K reports, also where the fourth is its own fact', () => {
    for (const [ticker, file] of [
      ['AAPL', 'CIK0000320193.json'],
      ['NVDA', 'CIK0001045810.json'],
      ['SNOW', 'SNOW_fixture.json'],
    ] as const) {
      const { reports, facts } = reportsOf(ticker, file);
      for (const report of reports.filter(({ fiscalQuarter }) => fiscalQuarter === 4)) {
        const year = reports.filter(({ fiscalYear }) => fiscalYear === report.fiscalYear);
        if (year.length < 4) continue;
        for (const figure of ['revenue', 'netIncome'] as const) {
          const reported = facts
            .filter((fact) => fact.figure === figure && fact.end === report.periodEnd && fact.days > 340)
            .sort((one, other) => other.filed - one.filed)[0];
          const sum = year.reduce((total, each) => total + (each[figure] ?? NaN), 0);
          // NVIDIA's later filings are in millions, its quarters rounded each by itself.
          expect([ticker, report.fiscalYear, figure, Math.abs(sum - (reported?.value ?? NaN)) <= 1_000_000]).toEqual([
            ticker,
            report.fiscalYear,
            figure,
            true,
          ]);
        }
      }
    }
  });

  it('submissions have acceptance times that agree with the filing dates, all but a few', () => {
    const files = readdirSync(externalFile('sec_edgar', 'submissions'));
    const read = files.map((file) => {
      const { body } = JSON.parse(readFileSync(externalFile('sec_edgar', 'submissions', file), 'utf8')) as {
        readonly body: unknown;
      };
      return readFilings(submissions.parse(body), Infinity);
    });
    const filings = read.flatMap((each) => each.filings);
    expect(read.flatMap(({ refused }) => refused)).toEqual([]);
    expect([filings.length > 500, filings.filter(({ acceptedAt }) => acceptedAt === null).length]).toEqual([true, 2]);
    const ofApple = filings.find(({ accession }) => accession === '0000320193-23-000106');
    expect([ofApple?.ticker, ofApple?.acceptedAt?.toISOString()]).toEqual(['AAPL', '2023-11-02T22:08:27.000Z']);
  });
});
