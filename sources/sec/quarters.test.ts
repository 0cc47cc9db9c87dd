import { describe, expect, it } from '@jest/globals';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { seededRandom } from '../simulated/random.js';
import { calendarYear, companyFactsFile, type TestFact } from './fixtures/facts.js';
import { companyFacts, readFacts } from './facts.js';
import { quartersOf } from './quarters.js';

const TODAY = parseIsoDate('2035-01-01') ?? 0;

function read(facts: readonly TestFact[], today = TODAY) {
  const { facts: found, refused } = readFacts(companyFacts.parse(companyFactsFile(facts)), today);
  const { reports, notes } = quartersOf(found, { ticker: 'PBLO', cik: 1_234_567 });
  const named = new Map(reports.map((report) => [`${report.fiscalYear}Q${report.fiscalQuarter}`, report]));
  return { reports, notes, refused, at: (name: string) => named.get(name) };
}

const EPS = 'EarningsPerShareDiluted';
const REVENUE = 'Revenues';

it('amounts beyond 10^15 and values that are no numbers are refused in plain words', () => {
  const facts = calendarYear(2030, [1e15, 2e15, 3, '4' as unknown as number]);
  expect(read(facts).refused).toEqual([
    { line: 2, reason: 'Revenues: val 2000000000000000 is beyond 10^15' },
    { line: 4, reason: 'Revenues: val must be a number' },
  ]);
});

it('a computed fourth quarter beyond 10^15 is null with a reason', () => {
  const losses = calendarYear(2030, [-9e14, -9e14, -9e14, 9e14], { tag: 'NetIncomeLoss' });
  const { at } = read([...calendarYear(2030, [1, 2, 3, 10]), ...losses]);
  expect([at('2030Q4')?.netIncome, at('2030Q4')?.missing.netIncome]).toEqual([
    null,
    'the figure computed for the fourth quarter is beyond 10^15',
  ]);
});

it('a note on odd periods names the first five ends and counts the others', () => {
  const odd = ['02', '04', '05', '07', '08', '10', '11'].map((month): TestFact => ({
    tag: REVENUE,
    val: 5,
    start: `2030-${month}-01`,
    end: `2030-${month}-15`,
    filed: `2030-${month}-20`,
  }));
  expect(read([...calendarYear(2030, [1, 2, 3, 10]), ...odd]).notes).toEqual([
    'Periods that are no fiscal quarter were left out; ' +
      'they end on 2030-02-15, 2030-04-15, 2030-05-15, 2030-07-15, 2030-08-15 and 2 more days.',
  ]);
});

describe('the seven situations in which readers of companyfacts go wrong', () => {
  it('after a change of tags, the tag with a fact for the period counts, not the first tag with any fact', () => {
    const { at } = read([
      ...calendarYear(2030, [10, 11, 12, 50]),
      ...calendarYear(2033, [90, 91, 92, 400], { tag: 'SalesRevenueNet' }),
    ]);
    expect([at('2030Q3')?.revenue, at('2033Q3')?.revenue, at('2033Q4')?.revenue]).toEqual([12, 92, 127]);
  });

  it('nine months are no quarter', () => {
    const { at } = read(calendarYear(2030, [100, 110, 120, 470], { hasYearToDate: true }));
    expect([at('2030Q2')?.revenue, at('2030Q3')?.revenue, at('2030Q4')?.revenue]).toEqual([110, 120, 140]);
    const nineMonthsOnly: TestFact = {
      tag: REVENUE,
      start: '2031-01-01',
      end: '2031-09-30',
      val: 400,
      filed: '2031-11-05',
      fy: 2031,
      fp: 'Q3',
    };
    const alone = read([...calendarYear(2030, [100, 110, 120, 470]), nineMonthsOnly]).at('2031Q3');
    expect([alone?.revenue, alone?.missing.revenue, alone?.filingDay]).toEqual([
      null,
      'no filing has this figure for the quarter',
      parseIsoDate('2031-11-05'),
    ]);
  });

  it('a full year is no fourth quarter: without three quarters of it there is none', () => {
    const [first, , third, year] = calendarYear(2030, [100, 110, 120, 470]);
    const { at } = read([first, third, year].filter((fact) => fact !== undefined));
    expect([at('2030Q4')?.revenue, at('2030Q4')?.missing.revenue]).toEqual([
      null,
      'no filing has this figure for each of the first three quarters of the year',
    ]);
    const mistaken: TestFact = {
      tag: REVENUE,
      start: '2030-10-01',
      end: '2030-12-31',
      val: 470,
      filed: '2031-02-09',
      form: '10-K',
      fy: 2030,
      fp: 'FY',
    };
    expect(read([...calendarYear(2030, [100, 110, 120, 470]), mistaken]).at('2030Q4')?.missing.revenue).toBe(
      'the figure for the quarter is that of the whole year',
    );
  });

  it("last year's figures in a filing are not those of the filing", () => {
    const comparison: TestFact = {
      tag: REVENUE,
      start: '2030-01-01',
      end: '2030-03-31',
      val: 100,
      filed: '2031-05-10',
      fy: 2031,
      fp: 'Q1',
    };
    const { at } = read([
      ...calendarYear(2030, [100, 110, 120, 470]),
      ...calendarYear(2031, [200, 210, 220, 870]),
      comparison,
    ]);
    expect([at('2030Q1')?.revenue, at('2031Q1')?.revenue]).toEqual([100, 200]);
    expect([at('2030Q1'), at('2031Q1')].map((report) => isoDate(report?.filingDay ?? 0))).toEqual([
      '2030-05-10',
      '2031-05-10',
    ]);
  });

  it('a fourth quarter is not computed from different tags', () => {
    const [one, two, three] = calendarYear(2030, [100, 110, 120, 0], { tag: 'SalesRevenueNet' });
    const year = calendarYear(2030, [0, 0, 0, 300]).at(-1);
    const { at } = read([one, two, three, year].filter((fact) => fact !== undefined));
    expect([at('2030Q3')?.revenue, at('2030Q4')?.revenue]).toEqual([120, null]);
  });

  it('the total counts where a filing also tags a part; where a later filing tags the part alone, neither does', () => {
    const part = calendarYear(2030, [80, 90, 95, 380], { tag: 'SalesRevenueNet' });
    expect(read([...part, ...calendarYear(2030, [100, 110, 120, 470])]).at('2030Q2')?.revenue).toBe(110);
    const later: TestFact = {
      tag: 'SalesRevenueNet',
      start: '2030-04-01',
      end: '2030-06-30',
      val: 90,
      filed: '2031-08-09',
      fy: 2031,
      fp: 'Q2',
    };
    const report = read([...calendarYear(2030, [100, 110, 120, 470]), later]).at('2030Q2');
    expect([report?.revenue, report?.missing.revenue]).toEqual([
      null,
      'later filings have another figure under a narrower tag',
    ]);
  });

  it('a figure with the wrong sign is not passed on', () => {
    const loss = calendarYear(2030, [5, 5, 5, 20], { tag: 'NetIncomeLoss' });
    const perShare = calendarYear(2030, [-0.5, 0.5, 0.5, 2], { tag: EPS });
    const { at } = read([...loss, ...perShare, ...calendarYear(2030, [-10, 11, 12, 50])]);
    expect([at('2030Q1')?.netIncome, at('2030Q1')?.epsDiluted, at('2030Q1')?.missing]).toEqual([
      null,
      null,
      expect.objectContaining({
        netIncome: 'net income and earnings per share have opposite signs',
        revenue: 'the revenue in the filings is negative',
      }),
    ]);
    expect([at('2030Q2')?.netIncome, at('2030Q2')?.epsDiluted, at('2030Q2')?.revenue]).toEqual([5, 0.5, 11]);
    // Nor is a fourth quarter computed from it.
    expect([at('2030Q4')?.netIncome, at('2030Q4')?.revenue, at('2030Q4')?.missing]).toEqual([
      null,
      null,
      expect.objectContaining({
        netIncome: 'a quarter that it would be computed from has doubtful figures',
        revenue: 'a quarter that it would be computed from has doubtful figures',
      }),
    ]);
    expect(read(calendarYear(2030, [100, 110, 120, 300])).at('2030Q4')?.missing.revenue).toBe(
      'the year is less than its first three quarters, which makes the revenue negative',
    );
  });

  it('a filer in IFRS or in another currency has its periods, and a reason for each missing figure', () => {
    const ifrs = calendarYear(2030, [1, 2, 3, 10], { tag: 'Revenue' }).map((fact) => ({
      ...fact,
      taxonomy: 'ifrs-full',
      unit: 'EUR',
      form: fact.form === '10-K' ? '20-F' : '6-K',
    }));
    const { reports } = read(ifrs);
    expect(
      reports.map(({ fiscalQuarter, revenue, currency, missing }) => [
        fiscalQuarter,
        revenue,
        currency,
        missing.revenue,
      ]),
    ).toEqual([1, 2, 3, 4].map((quarter) => [quarter, null, 'EUR', 'the filer reports in IFRS']));
    const canadian = read(calendarYear(2030, [1, 2, 3, 10]).map((fact) => ({ ...fact, unit: 'CAD' }))).at('2030Q2');
    expect([canadian?.revenue, canadian?.currency, canadian?.missing.revenue]).toEqual([
      null,
      'CAD',
      'the filer reports in CAD, not in US dollars',
    ]);
  });
});

describe('restatements', () => {
  const restated = (val: number, quarter: number, filed: string): TestFact => {
    const fact = calendarYear(2030, [0, 0, 0, 0])[quarter];
    if (fact === undefined) throw new Error('no such quarter');
    return { ...fact, val, filed };
  };

  it('the latest filing counts, and the date stays that of the first', () => {
    const report = read([...calendarYear(2030, [100, 110, 120, 470]), restated(105, 0, '2031-05-11')]).at('2030Q1');
    expect([report?.revenue, isoDate(report?.filingDay ?? 0)]).toEqual([105, '2030-05-10']);
  });

  it('a restated year less quarters from before is no quarter, and neither is a year less a mixture', () => {
    const year = restated(500, 3, '2032-02-10');
    expect(read([...calendarYear(2030, [100, 110, 120, 470]), year]).at('2030Q4')?.missing.revenue).toBe(
      'the year or some of its quarters were restated',
    );
    const mixed = read([...calendarYear(2030, [100, 110, 120, 470]), restated(105, 0, '2031-05-11')]).at('2030Q4');
    expect([mixed?.revenue, mixed?.missing.revenue]).toEqual([null, 'the year or some of its quarters were restated']);
  });

  it('once all three quarters are restated and the year is filed again, the fourth is the year less these', () => {
    const later = [95, 105, 115].map((val, quarter) => restated(val, quarter, `2031-1${quarter}-01`));
    const facts = [...calendarYear(2030, [100, 110, 120, 455]), ...later];
    expect(read(facts).at('2030Q4')?.revenue).toBeNull();
    expect(read([...facts, restated(455, 3, '2032-02-10')]).at('2030Q4')?.revenue).toBe(140);
    // Restated once more, and the quarters were not.
    const again = [...facts, restated(455, 3, '2032-02-10'), restated(480, 3, '2033-02-10')];
    expect(read(again).at('2030Q4')?.missing.revenue).toBe('the year or some of its quarters were restated');
  });

  it('quarters that do not add up to the nine months give no fourth one', () => {
    const nine: TestFact = {
      tag: REVENUE,
      start: '2030-01-01',
      end: '2030-09-30',
      val: 390,
      filed: '2030-11-09',
      fy: 2030,
      fp: 'Q3',
    };
    expect(read([...calendarYear(2030, [100, 110, 120, 470]), nine]).at('2030Q4')?.missing.revenue).toBe(
      'the first three quarters do not add up to the nine months',
    );
  });

  it('earnings per share are never subtracted; each has the day of the filing whose share basis it has', () => {
    const { at } = read(calendarYear(2030, [1, 1.1, 1.2, 4.9], { tag: EPS }));
    expect([at('2030Q4')?.epsDiluted, at('2030Q4')?.missing.epsDiluted]).toEqual([
      null,
      'no filing has it for the fourth quarter alone, and earnings per share cannot be subtracted',
    ]);
    expect([at('2030Q1')?.epsDiluted, isoDate(at('2030Q1')?.epsDilutedDay ?? 0)]).toEqual([1, '2030-05-10']);
  });
});

describe('filings of chance', () => {
  const random = seededRandom(7, 0, 0);
  const TAGS = ['Revenues', 'SalesRevenueNet', 'RevenueFromContractWithCustomerExcludingAssessedTax'];
  const ENDS = ['03-31', '06-30', '09-30', '12-31'];

  /**
   * Six years of invented quarters, and the facts of their filings: some missing, with comparisons, sums and other
   * tags. The comparisons of one year restate the quarters of the year before.
   */
  function filings(isRestating: boolean) {
    const restatedYear = isRestating ? 2025 + Math.floor(random() * 6) : 0;
    const quarters = Array.from({ length: 24 }, (_, index) => {
      const [year, revenue] = [2025 + Math.floor(index / 4), 100 + Math.floor(random() * 900)];
      const restated = year === restatedYear ? revenue + Math.floor(random() * 100) - 50 : revenue;
      return { year, quarter: (index % 4) + 1, revenue, restated };
    });
    const tagFrom = 2025 + Math.floor(random() * 6);
    const [oldTag = '', newTag = ''] = [TAGS[Math.floor(random() * 3)], TAGS[Math.floor(random() * 3)]];
    const facts = quarters.flatMap((own, index): TestFact[] => {
      const filed = `${own.quarter === 4 ? own.year + 1 : own.year}-${['05', '08', '11', '02'][own.quarter - 1] ?? ''}-1${own.quarter}`;
      const about = {
        filed,
        form: own.quarter === 4 ? '10-K' : '10-Q',
        fy: own.year,
        fp: own.quarter === 4 ? 'FY' : `Q${own.quarter}`,
      };
      return [index, index - 4].flatMap((at) => {
        const row = quarters[at];
        if (row === undefined) return [];
        const { year, quarter } = row;
        const amount = at === index ? 'revenue' : 'restated';
        const tag = own.year >= tagFrom ? newTag : oldTag;
        const sum = quarters.slice(at - quarter + 1, at + 1).reduce((total, each) => total + each[amount], 0);
        const start = `${year}-${['01', '04', '07', '10'][quarter - 1] ?? ''}-01`;
        const end = `${year}-${ENDS[quarter - 1] ?? ''}`;
        const alone: TestFact = { ...about, tag, start, end, val: row[amount] };
        const toDate: TestFact = { ...about, tag, start: `${year}-01-01`, end, val: sum };
        const shown =
          quarter === 4 ? (random() < 0.3 ? [alone, toDate] : [toDate]) : quarter === 1 ? [alone] : [alone, toDate];
        return shown.filter(() => random() > 0.07);
      });
    });
    return { quarters, facts };
  }

  it.each([
    [false, 0.9],
    [true, 0.85],
  ])('give no wrong revenue, and most of the quarters; one year restated: %s', (isRestating, share) => {
    const wrong: unknown[] = [];
    let [found, all] = [0, 0];
    for (let round = 0; round < 200; round += 1) {
      const { quarters, facts } = filings(isRestating);
      const { at } = read(facts);
      for (const { year, quarter, revenue, restated } of quarters) {
        const value = at(`${year}Q${quarter}`)?.revenue ?? null;
        all += 1;
        if (value === revenue || value === restated) found += 1;
        else if (value !== null) wrong.push({ round, year, quarter, value, revenue, restated });
      }
    }
    expect([wrong, found / all > share]).toEqual([[], true]);
  });
});

describe('fiscal years', () => {
  const fact = (start: string, end: string, filed: string, fy: number, fp: string, val = 1): TestFact => ({
    tag: REVENUE,
    start,
    end,
    val,
    filed,
    fy,
    fp,
    form: fp === 'FY' ? '10-K' : '10-Q',
  });

  it('that end in January have the name that the filer gives them, and so has the year in progress', () => {
    const { reports } = read([
      fact('2030-01-28', '2031-01-26', '2031-02-26', 2031, 'FY', 10),
      fact('2031-01-27', '2031-04-27', '2031-05-28', 2032, 'Q1'),
      fact('2031-04-28', '2031-07-27', '2031-08-28', 2032, 'Q2'),
    ]);
    expect(reports.map(({ fiscalYear, fiscalQuarter }) => `${fiscalYear}Q${fiscalQuarter}`)).toEqual([
      '2031Q4',
      '2032Q1',
      '2032Q2',
    ]);
  });

  it('of 52 and 53 weeks, one of which begins in the wrong calendar year, keep their names', () => {
    const { reports } = read([
      fact('2030-12-30', '2031-12-28', '2032-02-20', 2031, 'FY'),
      fact('2031-12-29', '2033-01-02', '2033-02-20', 2032, 'FY'),
      fact('2033-01-03', '2033-04-03', '2033-05-01', 2033, 'Q1'),
    ]);
    expect(reports.map(({ fiscalYear, fiscalQuarter }) => [fiscalYear, fiscalQuarter])).toEqual([
      [2031, 4],
      [2032, 4],
      [2033, 1],
    ]);
  });

  it('of quarters of 12 weeks and one of 16: the fourth is the year less three', () => {
    const { reports } = read([
      fact('2030-09-02', '2030-11-24', '2030-12-20', 2031, 'Q1', 50),
      fact('2030-11-25', '2031-02-16', '2031-03-12', 2031, 'Q2', 51),
      fact('2031-02-17', '2031-05-11', '2031-06-08', 2031, 'Q3', 52),
      fact('2030-09-02', '2031-08-31', '2031-10-10', 2031, 'FY', 220),
    ]);
    expect(reports.map(({ fiscalQuarter, revenue }) => [fiscalQuarter, revenue])).toEqual([
      [1, 50],
      [2, 51],
      [3, 52],
      [4, 67],
    ]);
  });

  it('are not confused by a wrong fiscal period in the facts', () => {
    const [one, two, three, year] = calendarYear(2030, [100, 110, 120, 470]);
    const wrong = [{ ...one, fp: 'FY', fy: 2031 }, two, three, year].filter(
      (each): each is TestFact => each?.tag !== undefined,
    );
    expect(read(wrong).reports.map(({ fiscalYear, fiscalQuarter }) => [fiscalYear, fiscalQuarter])).toEqual([
      [2030, 1],
      [2030, 2],
      [2030, 3],
      [2030, 4],
    ]);
  });

  it('whose end moves from December to June keep each quarter in one year', () => {
    const transition = { ...fact('2031-01-01', '2031-06-30', '2031-08-20', 2031, 'FY'), form: '10-KT' };
    const { reports } = read([
      fact('2030-01-01', '2030-12-31', '2031-02-20', 2030, 'FY'),
      fact('2031-01-01', '2031-03-31', '2031-05-10', 2031, 'Q1'),
      transition,
      fact('2031-07-01', '2031-09-30', '2031-11-10', 2032, 'Q1'),
      fact('2031-10-01', '2031-12-31', '2032-02-10', 2032, 'Q2'),
      fact('2031-07-01', '2032-06-30', '2032-08-20', 2032, 'FY'),
    ]);
    expect(reports.map(({ fiscalYear, fiscalQuarter }) => `${fiscalYear}Q${fiscalQuarter}`)).toEqual([
      '2030Q4',
      '2031Q1',
      '2031Q4',
      '2032Q1',
      '2032Q2',
      '2032Q4',
    ]);
  });

  it('a missing quarter is missing, and the others are what they are', () => {
    const [one, , three, year] = calendarYear(2030, [100, 110, 120, 470]);
    const { reports } = read([one, three, year].filter((each) => each !== undefined));
    expect(reports.map(({ fiscalQuarter }) => fiscalQuarter)).toEqual([1, 3, 4]);
  });

  it('a period that ends beside a fiscal quarter is left out with a note', () => {
    const stray = fact('2030-05-15', '2030-08-15', '2030-11-09', 2030, 'Q3');
    const { reports, notes } = read([...calendarYear(2030, [100, 110, 120, 470]), stray]);
    expect([reports.length, notes]).toEqual([
      4,
      ['Periods that are no fiscal quarter were left out; they end on 2030-08-15.'],
    ]);
  });
});

it('a bad fact is refused with its place and reason, one of another form is left out', () => {
  const [one, two] = calendarYear(2030, [100, 110, 120, 470]);
  if (one === undefined || two === undefined) throw new Error('no quarters');
  const { reports, refused } = read([
    one,
    { ...one, end: '2030-02-30' },
    { ...one, start: '2030-06-01' },
    { ...two, filed: '2030-06-01' },
    { ...two, form: '8-K', val: 7 },
    { ...two, val: 'x' as unknown as number },
    { ...two, accn: 'x' },
  ]);
  expect(reports.map(({ revenue }) => revenue)).toEqual([100]);
  expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'Revenues: date "2030-02-30" does not exist'],
    [3, 'Revenues: the period ends before it starts'],
    [4, 'Revenues: the filing is not later than the end of the period'],
    [6, 'Revenues: val must be a number'],
    [7, 'Revenues: an accession number is 10, 2 and 6 digits'],
  ]);
  expect(read([one], parseIsoDate('2030-05-01') ?? 0).refused).toEqual([
    { line: 1, reason: 'Revenues: the filing date is in the future' },
  ]);
});

it('a fiscal year that moves later changes no figure as it was first filed', () => {
  const before = [
    ...calendarYear(2030, [100, 110, 120, 470]),
    ...calendarYear(2031, [150, 160, 170, 650]),
    ...calendarYear(2032, [200, 210, 220, 880]),
  ];
  const quarters = calendarYear(2033, [250, 260, 270, 0]).filter(({ form }) => form !== '10-K');
  const transition: TestFact = {
    tag: REVENUE,
    start: '2033-01-01',
    end: '2033-09-30',
    val: 780,
    filed: '2033-11-28',
    form: '10-KT',
    fy: 2033,
    fp: 'FY',
  };
  const firstOf = (facts: readonly TestFact[]) =>
    new Map(read(facts).reports.map(({ periodEnd, firstRevenue }) => [isoDate(periodEnd), firstRevenue]));
  const then = firstOf([...before, ...quarters.slice(0, 2)]);
  const now = firstOf([...before, ...quarters.slice(0, 2), transition]);
  expect([then.get('2032-12-31'), then.get('2033-06-30')]).toEqual([250, 260]);
  expect([...then].map(([end]) => [end, now.get(end)])).toEqual([...then]);
});
