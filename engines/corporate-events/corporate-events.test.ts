import { expect, it } from '@jest/globals';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { corporateEvents, type CorporateEventsInput } from './corporate-events.js';
import type { Filing } from './filing-events.js';
import type { InsiderFiling, InsiderTransaction } from './insider-filings.js';

const day = (date: string): number => parseIsoDate(date) ?? NaN;
const NOTHING: CorporateEventsInput = {
  reports: [],
  dividends: [],
  splits: [],
  announced: [],
  actions: [],
  insiderFilings: [],
  filings: [],
  cik: 1234567,
  last: { day: day('2030-06-28'), close: 50 },
  today: day('2030-07-01'),
};
const sale = (more: Partial<InsiderTransaction> = {}): InsiderTransaction => ({
  day: day('2030-05-06'),
  code: 'S',
  security: 'Common Stock',
  isDerivative: false,
  isAcquired: false,
  shares: 100,
  price: 12.5,
  isPriceInFootnote: false,
  sharesAfter: 900,
  ...more,
});
const report = (more: Partial<InsiderFiling> = {}): InsiderFiling => ({
  id: '0001234567-30-000003',
  form: '4',
  owners: [{ cik: 7, name: 'Roe Jane', role: 'director' }],
  periodDay: day('2030-05-06'),
  filingDay: day('2030-05-08'),
  originalDay: null,
  transactions: [sale()],
  holdings: 0,
  origin: 'form',
  ...more,
});
const filing = (more: Partial<Filing> = {}): Filing => ({
  accession: '0001234567-30-000001',
  form: '8-K',
  filingDay: day('2030-05-10'),
  acceptedAt: new Date('2030-05-10T20:30:00Z'),
  reportDay: day('2030-05-09'),
  items: ['2.02', '5.02', '7.01', '9.01'],
  primaryDocument: 'pebble-8k.htm',
  ...more,
});
const insidersOf = (...insiderFilings: readonly InsiderFiling[]) => corporateEvents({ ...NOTHING, insiderFilings });

it('without data, every group is empty with its reason, and every roll-up is null', () => {
  const { summary, upcoming, recent, events, missing } = corporateEvents(NOTHING);
  expect([Object.values(summary.counts), upcoming, recent]).toEqual([[0, 0, 0, 0, 0, 0, 0, 0], [], []]);
  expect(Object.values(events).flat()).toEqual([]);
  expect(missing.map(({ group }) => group)).toEqual([
    'earnings',
    'dividends',
    'splits',
    'analyst',
    'insider',
    'filings',
    'conferences',
    'corporate',
  ]);
  expect(summary.dividend).toEqual({
    lastExDate: null,
    lastAmount: null,
    trailingAmount: null,
    trailingPayments: 0,
    trailingYield: null,
  });
  expect([summary.insider.bought, summary.insider.sold]).toEqual([null, null]);
});

it('the items of a form 8-K are in their groups, with the address of the document and when it was known', () => {
  const { events, recent } = corporateEvents({ ...NOTHING, filings: [filing()] });
  expect([events.earnings, events.conferences, events.corporate].flat().map(({ kind }) => kind)).toEqual([
    'earnings_release',
    'regulation_fd',
    'officer_change',
  ]);
  expect(events.corporate[0]).toEqual({
    date: '2030-05-10',
    kind: 'officer_change',
    title: 'Departure, election or appointment of directors or officers',
    detail: 'Item 5.02 of form 8-K, for 2030-05-09.',
    value: null,
    valueUnit: null,
    sourceUrl: 'https://www.sec.gov/Archives/edgar/data/1234567/000123456730000001/pebble-8k.htm',
    knownAt: '2030-05-10T20:30:00.000Z',
    isEstimate: false,
  });
  expect(events.filings[0]?.title).toBe('Form 8-K: current report');
  // The filing itself is left out where its items are shown.
  expect(recent.map(({ kind }) => kind).sort()).toEqual(['earnings_release', 'officer_change', 'regulation_fd']);
});

it('an amended 8-K says so, an unknown item is shown, and a filing without document has the address of its index', () => {
  const { events } = corporateEvents({
    ...NOTHING,
    filings: [filing({ form: '8-K/A', items: ['1.01', '9.99'], primaryDocument: null, acceptedAt: null })],
  });
  expect(events.corporate.map(({ title }) => title)).toEqual([
    'Entry into a material definitive agreement (amended)',
    'Item 9.99 (amended)',
  ]);
  expect(events.corporate[0]?.sourceUrl).toBe(
    'https://www.sec.gov/Archives/edgar/data/1234567/000123456730000001/0001234567-30-000001-index.htm',
  );
  expect(events.corporate[0]?.knownAt).toBe('2030-05-11T04:00:00.000Z');
});

it('the value of a transaction is shares × price, and null without a price', () => {
  const { events } = insidersOf(
    report({
      transactions: [
        sale({ shares: 5496, price: 153.872 }),
        sale({ code: 'A', isAcquired: true, price: null }),
        sale({ code: 'F', price: null, isPriceInFootnote: true }),
      ],
    }),
  );
  expect(events.insider.map(({ kind, value, valueUnit }) => [kind, value, valueUnit])).toEqual([
    ['insider_grant', null, null],
    ['insider_sale', 845680.51, 'USD'],
    ['insider_tax', null, null],
  ]);
  expect(events.insider.map(({ detail }) => detail)).toEqual([
    'Roe Jane (director): 100 of Common Stock acquired, no price; 900 owned afterwards.',
    'Roe Jane (director): 5496 of Common Stock disposed of at 153.872 USD; 900 owned afterwards.',
    'Roe Jane (director): 100 of Common Stock disposed of, price in a footnote of the form; 900 owned afterwards.',
  ]);
});

it('an amendment replaces the report of the same owners, form and period, in whatever order they are stored', () => {
  const original = report({ filingDay: null });
  const amendment = report({
    id: '0001234567-30-000009',
    form: '4/A',
    originalDay: day('2030-05-08'),
    transactions: [sale({ shares: 90 })],
  });
  for (const given of [
    [original, amendment],
    [amendment, original],
  ] as const) {
    expect(insidersOf(...given).summary.insider.sold).toEqual({ transactions: 1, shares: 90, value: 1125 });
  }
  const others = [
    report({ id: '0001234567-30-000004', periodDay: day('2030-05-07') }),
    report({ id: '0001234567-30-000005', owners: [{ cik: 8, name: 'Doe', role: null }] }),
    report({ id: '0001234567-30-000006', form: '5' }),
    report({ id: '0001234567-30-000007', filingDay: day('2030-05-07') }),
  ];
  expect(insidersOf(amendment, ...others).summary.insider.sold?.transactions).toBe(5);
});

it('an amendment takes the place of the lines that it corrects, and leaves those that it does not list', () => {
  const line = (shares: number, price: number, more: Partial<InsiderFiling['transactions'][number]> = {}) =>
    sale({ shares, price, sharesAfter: 1000 - shares, ...more });
  const grant = line(500, 0.5, { code: 'A', isAcquired: true });
  const original = report({ transactions: [line(10, 12), line(20, 12.5), line(30, 13), grant] });
  const amended = (...transactions: InsiderFiling['transactions']): readonly string[] =>
    insidersOf(original, report({ id: '0001234567-30-000009', form: '4/A', transactions }))
      .events.insider.map(({ kind, detail }) => `${kind} ${/: (\d+) of/.exec(detail)?.[1] ?? ''}`)
      .sort();
  const rest = ['insider_grant 500', 'insider_sale 10', 'insider_sale 30'];
  // The price, the number, the day and the code of the second line are wrong, in turn.
  expect(amended(line(20, 125))).toEqual([...rest.slice(0, 2), 'insider_sale 20', 'insider_sale 30']);
  expect(amended(line(25, 12.5))).toEqual([...rest.slice(0, 2), 'insider_sale 25', 'insider_sale 30']);
  expect(amended(line(20, 12.5, { day: day('2030-05-07') }))).toHaveLength(4);
  expect(amended(line(20, 12.5, { code: 'F' }))).toEqual([...rest, 'insider_tax 20']);
  // A transaction that was forgotten, and one of another security.
  expect(amended(line(70, 14, { code: 'M' }))).toEqual([
    'insider_exercise 70',
    ...rest.slice(0, 2),
    'insider_sale 20',
    'insider_sale 30',
  ]);
  expect(amended(line(20, 12.5, { security: 'Class B Common Stock' }))).toHaveLength(5);
});

it('a second amendment corrects the first, in whatever order they are stored', () => {
  const original = report({ transactions: [sale({ shares: 10 }), sale({ shares: 20, code: 'M' })] });
  const first = report({ id: '0001234567-30-000008', form: '4/A', transactions: [sale({ shares: 11 })] });
  const second = report({ id: '0001234567-30-000009', form: '4/A', transactions: [sale({ shares: 12 })] });
  for (const given of [
    [original, first, second],
    [second, first, original],
    [first, second, original],
  ])
    expect(insidersOf(...given).summary.insider.sold).toMatchObject({ transactions: 1, shares: 12 });
});

it('of a report in parts, an amendment replaces the line that it repeats; one without transactions replaces none', () => {
  const parts = [report(), report({ id: '0001234567-30-000004', transactions: [sale({ code: 'M' })] })];
  const amendment = report({ id: '0001234567-30-000009', form: '4/A', transactions: [sale({ shares: 1 })] });
  const ids = (...given: readonly InsiderFiling[]) =>
    insidersOf(...given)
      .events.insider.map(({ kind }) => kind)
      .sort();
  expect(ids(...parts, amendment)).toEqual(['insider_exercise', 'insider_sale']);
  expect(ids(...parts, { ...amendment, transactions: [], holdings: 1 })).toEqual(['insider_exercise', 'insider_sale']);
});

it('a form without accession number is left out where the same transactions are stored with one', () => {
  const copy = report({ id: 'form-0123456789abcdef01234567', origin: 'form' });
  expect(insidersOf(report({ origin: 'vendor', form: null }), copy).summary.counts.insider).toBe(1);
  expect(insidersOf(copy).summary.counts.insider).toBe(1);
});

it('a form 4 that is listed and not stored is an event without transactions; a form 3 states holdings', () => {
  const listed = filing({ accession: '0001234567-30-000008', form: '4', items: [], reportDay: day('2030-05-20') });
  const { events, summary } = corporateEvents({
    ...NOTHING,
    filings: [listed, filing({ accession: '0001234567-30-000003', form: '4', items: [] })],
    insiderFilings: [report(), report({ id: '0001234567-30-000010', form: '3', transactions: [], holdings: 2 })],
  });
  expect(events.insider.map(({ kind, date }) => `${kind} ${date}`).sort()).toEqual([
    'insider_report 2030-05-10',
    'insider_sale 2030-05-06',
    'insider_statement 2030-05-06',
  ]);
  expect([summary.counts.filings, events.filings]).toEqual([0, []]);
});

it('the totals of insiders are of shares, in the window, on the share basis of today', () => {
  const given = report({
    transactions: [
      sale(),
      sale({ code: 'P', isAcquired: true, shares: 7, price: null }),
      sale({ isDerivative: true }),
      sale({ day: day('2029-06-30') }),
      sale({ code: 'G' }),
    ],
  });
  const splits = [{ day: day('2030-06-03'), ratio: 4 }];
  expect(corporateEvents({ ...NOTHING, splits, insiderFilings: [given] }).summary.insider).toEqual({
    windowDays: 365,
    bought: { transactions: 1, shares: 28, value: null },
    sold: { transactions: 1, shares: 400, value: 1250 },
  });
});

it('dividends, splits and rating actions have values per share of today', () => {
  const { events, summary } = corporateEvents({
    ...NOTHING,
    dividends: [
      { day: day('2029-06-28'), amount: 1 },
      { day: day('2029-07-01'), amount: 0.25 },
      { day: day('2030-05-01'), amount: 0.3 },
    ],
    splits: [
      { day: day('2030-06-03'), ratio: 1.5 },
      { day: day('2020-06-03'), ratio: 1 / 8 },
    ],
    actions: [
      {
        day: day('2030-05-20'),
        firm: 'Alder',
        firmKey: 'alder',
        action: 'upgrade',
        fromGrade: 'Hold',
        toGrade: 'Buy',
        toStance: 'buy_like',
        priceTarget: 90,
      },
      {
        day: day('2030-01-20'),
        firm: 'Basalt',
        firmKey: 'basalt',
        action: 'downgrade',
        fromGrade: null,
        toGrade: 'Sell',
        toStance: 'sell_like',
        priceTarget: null,
      },
    ],
  });
  expect(events.splits.map(({ title, value }) => [title, value])).toEqual([
    ['Split of 3 for 2', 1.5],
    ['Split of 1 for 8', 0.125],
  ]);
  expect(events.analyst.map(({ title, detail, value }) => [title, detail, value])).toEqual([
    ['Upgrade by Alder', "Hold to Buy; price target 90 USD on that day's shares.", 60],
    ['Downgrade by Basalt', 'Sell; no price target.', null],
  ]);
  expect(summary.dividend).toEqual({
    lastExDate: '2030-05-01',
    lastAmount: 0.3,
    trailingAmount: 0.55,
    trailingPayments: 2,
    trailingYield: 0.011000000000000001,
  });
  expect(summary.analyst).toEqual({
    windowDays: 90,
    upgrades: 1,
    downgrades: 0,
    initiations: 0,
    otherActions: 0,
    firms: 1,
    lastActionDate: '2030-05-20',
  });
});

it('what is to come is soonest first, and a group shows its newest 50 events', () => {
  const dividends = Array.from({ length: 60 }, (_, index) => ({ day: day('2030-07-03') - index, amount: 0.1 }));
  const { upcoming, recent, events, summary } = corporateEvents({ ...NOTHING, dividends });
  expect(upcoming.map(({ date }) => date)).toEqual(['2030-07-02', '2030-07-03']);
  expect(recent.map(({ date }) => date)).toEqual(
    Array.from({ length: 20 }, (_, index) => isoDate(day('2030-07-01') - index)),
  );
  expect([events.dividends.length, summary.counts.dividends]).toEqual([50, 60]);
});

it('announced dividends and splits are to come until the prices show their days, and no roll-up counts them', () => {
  const plain = { amount: null, ratio: null, payDay: null, announcedDay: null, note: null, sourceUrl: null };
  const announced = [
    { ...plain, day: day('2030-06-28'), amount: 0.2 },
    {
      ...plain,
      day: day('2030-08-05'),
      amount: 0.25,
      payDay: day('2030-08-20'),
      announcedDay: day('2030-06-10'),
      note: 'Q2',
    },
    { ...plain, day: day('2030-07-15'), ratio: 4, sourceUrl: 'https://example.com/split' },
    { ...plain, day: day('2030-09-02'), ratio: 1 / 8 },
  ];
  const dividends = [{ day: day('2030-06-28'), amount: 0.2 }];
  const { upcoming, events, summary, missing } = corporateEvents({ ...NOTHING, dividends, announced });
  expect(
    upcoming.map(({ date, kind, value, detail, knownAt, isEstimate }) => [
      date,
      kind,
      value,
      detail,
      knownAt,
      isEstimate,
    ]),
  ).toEqual([
    ['2030-07-15', 'split', 4, 'Announced split.', null, false],
    [
      '2030-08-05',
      'dividend',
      0.25,
      'Announced cash dividend. Payable on 2030-08-20. Q2.',
      '2030-06-11T04:00:00.000Z',
      false,
    ],
    ['2030-09-02', 'split', 0.125, 'Announced reverse split.', null, false],
  ]);
  expect([upcoming[0]?.title, upcoming[0]?.sourceUrl]).toEqual(['Split of 4 for 1', 'https://example.com/split']);
  expect(events.dividends.map(({ date }) => date)).toEqual(['2030-08-05', '2030-06-28']);
  expect([summary.counts.dividends, summary.counts.splits, summary.dividend.lastExDate]).toEqual([2, 2, '2030-06-28']);
  expect(missing.map(({ group }) => group)).not.toContain('dividends');
});
