import { describe, expect, it } from '@jest/globals';
import { isoDate, parseIsoDate } from '../calendar/days.js';
import type { CongressTrade, Listing } from './catalyst-rows.js';
import {
  catalystCalendar,
  catalystsIn,
  CATALYST_TYPES,
  lastReleases,
  missingCatalysts,
  narrowed,
  type CatalystRows,
  type CatalystType,
} from './catalysts.js';

const day = (text: string): number => parseIsoDate(text) ?? NaN;
const NOTHING: CatalystRows = {
  reports: new Map(),
  listings: [],
  actions: [],
  releases: [],
  trades: [],
  today: day('2026-11-23'),
};
const LISTING: Listing = {
  ticker: 'PBLO',
  issuerName: 'Pebble Optics Inc.',
  exchange: 'NYSE',
  status: 'expected',
  day: day('2026-12-01'),
  offerLow: 18,
  offerHigh: 20,
  valueUsd: 240_000_000,
};
const TRADE: CongressTrade = {
  ticker: 'PBLO',
  member: 'Jane Alder',
  chamber: 'senate',
  owner: 'Spouse',
  action: 'partial_sale',
  asset: 'Pebble Optics',
  amountLow: 1_001,
  amountHigh: 15_000,
  day: day('2026-10-20'),
  disclosedDay: day('2026-11-20'),
  sourceUrl: null,
};
const shown = (rows: Partial<CatalystRows>) =>
  catalystCalendar({ ...NOTHING, ...rows }).filter(({ type }) => type !== 'opex');

describe('a calendar', () => {
  it('has the monthly expiries of 60 days, and says which are quarterly', () => {
    const expiries = catalystCalendar(NOTHING);
    expect(expiries.map((event) => [isoDate(event.day), event.importance, event.type])).toEqual([
      ['2026-12-18', 'high', 'opex'],
      ['2027-01-15', 'medium', 'opex'],
    ]);
  });

  it('has an expiry that is today', () => {
    const today = day('2026-06-18');
    expect(catalystCalendar({ ...NOTHING, today })[0]).toMatchObject({ day: today, importance: 'high' });
  });

  it('estimates the next report as the earnings calendar does', () => {
    const filed = [2024, 2025, 2026].flatMap((fiscalYear) =>
      [1, 2, 3, 4]
        .map((fiscalQuarter) => ({
          fiscalYear,
          fiscalQuarter,
          filingDay: day(`${fiscalYear}-01-05`) + 91 * fiscalQuarter,
        }))
        .filter(({ filingDay }) => filingDay < NOTHING.today),
    );
    const newest = filed.at(-1)?.filingDay ?? NaN;
    expect([isoDate(newest), shown({ reports: new Map([['PBLO', filed]]) })]).toEqual([
      '2026-10-05',
      [expect.objectContaining({ day: newest + 91, type: 'earnings', ticker: 'PBLO', isEstimate: true })],
    ]);
    expect(shown({ reports: new Map([['PBLO', filed.slice(0, 4)]]) })).toEqual([]);
  });

  it('tells of IPOs that are expected or priced, and of no filings and withdrawals', () => {
    const listings: readonly Listing[] = [
      LISTING,
      {
        ...LISTING,
        ticker: null,
        issuerName: 'Basalt',
        status: 'priced',
        exchange: null,
        offerLow: 10,
        offerHigh: 10,
        valueUsd: null,
      },
      { ...LISTING, status: 'filed' },
      { ...LISTING, status: 'withdrawn' },
    ];
    expect(
      shown({ listings }).map(({ ticker, title, detail, isEstimate }) => [ticker, title, detail, isEstimate]),
    ).toEqual([
      [null, 'IPO of Basalt', 'Priced. 10 USD per share.', false],
      [
        'PBLO',
        'IPO of Pebble Optics Inc.',
        'Expected; NYSE. 18 to 20 USD per share. Offer of 240.0 million USD.',
        true,
      ],
    ]);
  });

  it('dates a trade by its disclosure, or by itself and says so', () => {
    const trades = [
      TRADE,
      { ...TRADE, ticker: null, owner: null, chamber: null, amountHigh: null, disclosedDay: null },
    ];
    expect(shown({ trades }).map((event) => [isoDate(event.day), event.ticker, event.title, event.detail])).toEqual([
      [
        '2026-10-20',
        null,
        'Partial sale by Jane Alder',
        'Pebble Optics, over 1,001 USD. Traded on 2026-10-20; the source has no date of disclosure.',
      ],
      [
        '2026-11-20',
        'PBLO',
        'Partial sale by Jane Alder',
        'Pebble Optics, 1,001 to 15,000 USD. Traded on 2026-10-20, disclosed on 2026-11-20. Owner: Spouse. US Senate.',
      ],
    ]);
  });

  it('has announced dividends and splits in words', () => {
    const action = {
      ticker: 'PBLO',
      amount: null,
      ratio: null,
      payDay: null,
      announcedDay: null,
      note: null,
      sourceUrl: null,
    };
    const actions = [
      { ...action, kind: 'dividend', day: day('2026-12-07'), amount: 0.26, payDay: day('2026-12-21') },
      { ...action, kind: 'split', day: day('2026-12-07'), ratio: 4, announcedDay: day('2026-11-02') },
    ] as const;
    expect(shown({ actions }).map(({ title, detail, importance }) => [title, detail, importance])).toEqual([
      ['Ex-dividend date', 'Cash dividend of 0.26 USD per share. Payable on 2026-12-21.', 'low'],
      ['Split of 4 for 1', 'New shares for old ones, from the open on. Announced on 2026-11-02.', 'medium'],
    ]);
  });

  it('leaves out what is past, but for trades, and what is more than 60 days away', () => {
    const at = (distance: number): Listing => ({ ...LISTING, day: NOTHING.today + distance });
    expect(shown({ listings: [-1, 0, 60, 61].map(at) }).map((event) => event.day - NOTHING.today)).toEqual([0, 60]);
    const disclosed = [-61, -60, 0, 1].map((distance) => ({ ...TRADE, disclosedDay: NOTHING.today + distance }));
    expect(shown({ trades: disclosed }).map((event) => event.day - NOTHING.today)).toEqual([-60, 0]);
  });

  it('is in the order of date, time, type and ticker, whatever the order of the rows', () => {
    const release = { period: 'x', detail: null, importance: 'high', sourceUrl: null, day: LISTING.day } as const;
    const rows: CatalystRows = {
      ...NOTHING,
      listings: [LISTING, { ...LISTING, ticker: 'ABLE' }, { ...LISTING, ticker: null }],
      releases: [
        { ...release, title: 'Late', minute: 840 },
        { ...release, title: 'Early', minute: 510 },
        { ...release, title: 'Any', minute: null },
      ],
    };
    const named = ({ ticker, title, type }: { ticker: string | null; title: string; type: string }) =>
      type === 'ipo' ? ticker : title;
    const turned = { ...rows, listings: rows.listings.toReversed(), releases: rows.releases.toReversed() };
    for (const each of [rows, turned])
      expect(shown(each).map(named)).toEqual([null, 'ABLE', 'PBLO', 'Any', 'Early', 'Late']);
  });
});

describe('a request', () => {
  const free = { days: 7, types: ['earnings', 'macro', 'opex'] } as const;
  const whole = { days: 60, types: CATALYST_TYPES };

  it('is narrowed to the limits, and says what was left out', () => {
    expect(narrowed(21, null, free)).toEqual({ ...free, clamped: { days: 21, types: [] } });
    expect(narrowed(7, ['opex', 'ipo', 'opex', 'congress'], free)).toEqual({
      days: 7,
      types: ['opex'],
      clamped: { days: null, types: ['ipo', 'congress'] },
    });
    expect(narrowed(1, ['ipo'], free)).toEqual({ days: 1, types: [], clamped: { days: null, types: ['ipo'] } });
    expect(narrowed(60, null, whole)).toEqual({ ...whole, clamped: { days: null, types: [] } });
  });

  it('is answered with the events of its days, types and ticker, today and the last day included', () => {
    const calendar = catalystCalendar({
      ...NOTHING,
      listings: [0, 7, 8].map((distance) => ({ ...LISTING, day: NOTHING.today + distance })),
      trades: [TRADE, { ...TRADE, ticker: 'ABLE' }],
    });
    const asked = { today: NOTHING.today, days: 7, types: ['ipo', 'congress'] as CatalystType[], ticker: null };
    const daysOf = (window: typeof asked | (Omit<typeof asked, 'ticker'> & { ticker: string })) =>
      catalystsIn(calendar, window).map((event) => [event.type, event.ticker, event.day - NOTHING.today]);
    expect(daysOf(asked)).toEqual([
      ['congress', 'ABLE', -3],
      ['congress', 'PBLO', -3],
      ['ipo', 'PBLO', 0],
      ['ipo', 'PBLO', 7],
    ]);
    expect(daysOf({ ...asked, ticker: 'ABLE' })).toEqual([['congress', 'ABLE', -3]]);
    expect(daysOf({ ...asked, days: 2, types: ['congress'] })).toEqual([]);
  });

  it('tells why a type has no event, and which releases end within the window', () => {
    const known = lastReleases([
      {
        title: 'CPI',
        period: '1',
        day: NOTHING.today + 20,
        minute: null,
        detail: null,
        importance: 'high',
        sourceUrl: null,
      },
      {
        title: 'CPI',
        period: '0',
        day: NOTHING.today - 20,
        minute: null,
        detail: null,
        importance: 'high',
        sourceUrl: null,
      },
    ]);
    const window = { today: NOTHING.today, days: 21, types: ['split', 'macro'] as const, ticker: null };
    expect(missingCatalysts([], window, known)).toEqual([
      { type: 'split', reason: 'no announced split of these days is stored' },
      { type: 'macro', reason: 'no release of these days is in the calendar' },
      { type: 'macro', reason: 'dates of CPI are known to 2026-12-13 only' },
    ]);
    expect(missingCatalysts([], { ...window, days: 20, types: ['macro'] }, known)).toHaveLength(1);
    expect(missingCatalysts([], { ...window, ticker: 'PBLO', types: ['macro'] }, known)).toEqual([
      { type: 'macro', reason: 'it concerns the whole market, not one ticker' },
    ]);
  });
});
