import { readFileSync, readdirSync, existsSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { companyFacts, readFacts } from '../sec/facts.js';
import { quartersOf } from '../sec/quarters.js';
import { statementModules } from './fixtures/answers.js';
import { readStatements, STATEMENT_MODULES } from './statements.js';

const NOW = new Date('2021-02-20T17:00:00Z');
const TODAY = parseIsoDate('2021-02-20') ?? NaN;
const QUARTERS: readonly (readonly [string, unknown, unknown])[] = [
  ['2020-12-31', { raw: 120, fmt: '120' }, { raw: -7, fmt: '-7' }],
  ['2020-09-30', 110, 5],
];
const read = (quarters: readonly (readonly [string, unknown, unknown])[], change: object = {}) =>
  readStatements({ ...statementModules(quarters, '2020-06-30'), ...change }, 'PBBL', NOW);
const labels = (reports: ReturnType<typeof read>['reports']) =>
  reports.map(({ fiscalYear, fiscalQuarter, periodEnd }) => [fiscalYear, fiscalQuarter, isoDate(periodEnd)]);

describe('quarterly statements of Yahoo', () => {
  it('are quarters of the fiscal year, known when they are read, with what Yahoo does not tell as null and a reason', () => {
    const { reports, notes } = read(QUARTERS);
    expect([labels(reports), notes]).toEqual([
      [
        [2021, 1, '2020-09-30'],
        [2021, 2, '2020-12-31'],
      ],
      [],
    ]);
    const untold = 'the vendor does not tell earnings per share as they were filed';
    expect(reports[1]).toEqual({
      ticker: 'PBBL',
      cik: null,
      fiscalYear: 2021,
      fiscalQuarter: 2,
      periodEnd: parseIsoDate('2020-12-31'),
      filingDay: null,
      accession: null,
      epsBasic: null,
      epsBasicDay: null,
      epsDiluted: null,
      epsDilutedDay: null,
      revenue: 120,
      netIncome: -7,
      firstRevenue: 120,
      firstNetIncome: -7,
      currency: 'USD',
      knownAt: NOW,
      shownSplits: [],
      missing: {
        filingDay: 'the vendor does not tell the filing of the quarter',
        epsBasic: untold,
        epsDiluted: untold,
      },
    });
  });

  it.each([
    ['a year of 52 weeks that ends some days into January', '2021-01-02', '2020-10-03', [2020, 3]],
    ['a year that ends in January', '2020-01-31', '2020-10-31', [2021, 3]],
    ['quarters of 12 and 16 weeks', '2020-08-30', '2020-11-22', [2021, 1]],
  ])('%s: the year is named after the one in which it ends', (_what, yearEnd, end, label) => {
    const { reports } = readStatements(statementModules([[end, 1, 1]], yearEnd), 'PBBL', NOW);
    expect([reports[0]?.fiscalYear, reports[0]?.fiscalQuarter]).toEqual(label);
  });

  it('0 is none, and a quarter without figures, of the future, of no quarter or told twice is left out with a note', () => {
    const { reports, notes } = read([
      ['2021-03-31', 1, 1],
      ['2020-12-31', { raw: 0, fmt: null, longFmt: '0' }, 5],
      ['2020-12-30', 1, 1],
      ['2020-09-30', 0, {}],
      ['2020-08-15', 1, 1],
      ['2020-06-30', -3, 1],
    ]);
    expect(labels(reports)).toEqual([
      [2020, 4, '2020-06-30'],
      [2021, 2, '2020-12-31'],
    ]);
    expect(reports.map(({ revenue, netIncome, missing }) => [revenue, netIncome, missing.revenue])).toEqual([
      [null, 1, 'the revenue that the vendor tells is negative'],
      [null, 5, 'the vendor does not tell it'],
    ]);
    expect(notes).toEqual([
      'A statement was left out: its date 2021-03-31 is in the future.',
      'A statement was left out: there are two of 2020-12-30.',
      'A statement was left out: of 2020-09-30, it has neither revenue nor net income.',
      'A statement was left out: 2020-08-15 is no end of a fiscal quarter.',
    ]);
  });

  it.each([
    [
      'no statement',
      { incomeStatementHistoryQuarterly: { incomeStatementHistory: [] } },
      'unknown_ticker',
      'Yahoo has no quarterly statement of PBBL.',
    ],
    ['no currency', { earnings: null }, 'unknown_ticker', 'Yahoo does not tell the currency of the reports of PBBL.'],
    [
      'no fiscal year',
      { defaultKeyStatistics: {} },
      'unknown_ticker',
      'Yahoo does not tell when the fiscal year of PBBL ends.',
    ],
    [
      'another shape',
      { incomeStatementHistoryQuarterly: [] },
      'unreadable',
      "Yahoo's quarterly statements are not as expected.",
    ],
  ])('%s is no quarter', (_what, change, fault, message) => {
    expect(() => read(QUARTERS, change)).toThrow(expect.objectContaining({ fault, message }));
  });
});

(hasExternalData ? describe : describe.skip)('recorded statements of Yahoo', () => {
  const fileOf = (module: string, file: string) =>
    externalFile('yahoo_recorded', '2021-04', `quoteSummary-${module}`, file);
  const recorded = (ticker: string): Readonly<Record<string, unknown>> => {
    const results = STATEMENT_MODULES.flatMap((module) => {
      const file = fileOf(module, `${ticker}.json`);
      if (!existsSync(file)) return [];
      return (
        (JSON.parse(readFileSync(file, 'utf8')) as { body: { quoteSummary: { result: object[] | null } } }).body
          .quoteSummary.result ?? []
      );
    });
    return Object.assign({}, ...results) as Readonly<Record<string, unknown>>;
  };
  /** The ends of fiscal years are of a module that was not recorded: they are those of the companies. */
  const yearEnds: Readonly<Record<string, string>> = {
    AAPL: '2020-09-26',
    BABA: '2020-03-31',
    BRKS: '2020-09-30',
    EPAC: '2020-08-31',
  };
  const readOf = (ticker: string) => {
    const lastFiscalYearEnd = { raw: (parseIsoDate(yearEnds[ticker] ?? '2019-12-31') ?? NaN) * 86_400 };
    return readStatements({ ...recorded(ticker), defaultKeyStatistics: { lastFiscalYearEnd } }, ticker, NOW);
  };

  it('every recorded ticker has its quarters, in USD, or none', () => {
    const files = readdirSync(fileOf(STATEMENT_MODULES[0], ''));
    const found = files.map((file) => {
      const ticker = file.replace('.json', '');
      try {
        const { reports, notes } = readOf(ticker);
        const [newest] = reports.slice(-1);
        return [
          ticker,
          reports.length,
          notes.length,
          newest?.currency,
          `${newest?.fiscalYear} Q${newest?.fiscalQuarter}`,
          newest?.revenue,
          newest?.netIncome,
        ];
      } catch (error) {
        return [ticker, (error as { fault?: string }).fault];
      }
    });
    expect(found).toEqual([
      ['AAPL', 4, 0, 'USD', '2021 Q1', 111_439_000_000, 28_755_000_000],
      ['ABBV', 4, 0, 'USD', '2020 Q4', 13_858_000_000, 36_000_000],
      // A fund, without statements at all.
      ['ADH', 'unreadable'],
      // Without a currency.
      ['AFRAF', 'unknown_ticker'],
      ['AMZN', 4, 0, 'USD', '2020 Q4', 125_555_000_000, 7_222_000_000],
      ['BABA', 4, 0, 'CNY', '2021 Q2', null, null],
      ['BEKE', 4, 0, 'CNY', '2020 Q3', null, null],
      ['BFLY', 'unknown_ticker'],
      ['BRKS', 4, 0, 'USD', '2021 Q1', 249_503_000, 26_028_000],
      ['CRON', 'unknown_ticker'],
      ['EPAC', 4, 0, 'USD', '2021 Q1', 119_430_000, 4_598_000],
      ['GOOG', 4, 0, 'USD', '2020 Q4', 56_898_000_000, 15_227_000_000],
      ['QQQ', 'unreadable'],
      ['SI', 4, 0, 'USD', '2020 Q4', 26_603_000, 9_119_000],
      ['SIX', 4, 0, 'USD', '2020 Q3', 126_327_000, -116_172_000],
      ['SPOT', 4, 0, 'EUR', '2020 Q4', null, null],
    ]);
  });

  it('figures in another currency are null, with a reason', () => {
    const reason = 'the company reports in CNY, not in US dollars';
    expect(readOf('BABA').reports[0]?.missing).toMatchObject({ revenue: reason, netIncome: reason });
  });

  it("Apple's quarters are those that its filings with the SEC have, in labels, days, revenue and net income", () => {
    const facts = companyFacts.parse(
      JSON.parse(readFileSync(externalFile('sec_edgar', 'companyfacts', 'CIK0000320193.json'), 'utf8')),
    );
    const filed = quartersOf(readFacts(facts, TODAY + 3_000).facts, { ticker: 'AAPL', cik: 320_193 }).reports;
    const told = readOf('AAPL').reports;
    const figures = (reports: typeof told) =>
      reports.map(({ fiscalYear, fiscalQuarter, periodEnd, revenue, netIncome }) => [
        fiscalYear,
        fiscalQuarter,
        periodEnd,
        revenue,
        netIncome,
      ]);
    const same = filed.filter(({ periodEnd }) => told.some((each) => each.periodEnd === periodEnd));
    expect(figures(told)).toEqual(figures(same));
    expect(told).toHaveLength(4);
  });
});
