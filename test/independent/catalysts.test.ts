import { describe, expect, it } from '@jest/globals';
import {
  catalystCalendar,
  catalystsIn,
  CATALYST_TYPES,
  missingCatalysts,
  narrowed,
  lastReleases,
  type CatalystRows,
} from '../../engines/catalysts.js';
import { MACRO_CALENDAR } from '../../sources/models/macro-calendar.js';
import { simulatedEarnings } from '../../sources/simulated/earnings.js';
import { seededRandom, type Random } from '../../sources/simulated/random.js';
import { rowsByKey } from '../../store/rows-by-key.js';
import { differences } from './closeness.js';

const MS = 86_400_000;
const iso = (day: number): string => new Date(day * MS).toISOString().slice(0, 10);
const weekday = (day: number): number => new Date(day * MS).getUTCDay();
const TYPES = ['earnings', 'ipo', 'dividend', 'split', 'macro', 'opex', 'congress'];

/** Holidays of the exchange from 2025 to 2027, as it has published them. */
const HOLIDAYS = new Set([
  '2025-01-01',
  '2025-01-09',
  '2025-01-20',
  '2025-02-17',
  '2025-04-18',
  '2025-05-26',
  '2025-06-19',
  '2025-07-04',
  '2025-09-01',
  '2025-11-27',
  '2025-12-25',
  '2026-01-01',
  '2026-01-19',
  '2026-02-16',
  '2026-04-03',
  '2026-05-25',
  '2026-06-19',
  '2026-07-03',
  '2026-09-07',
  '2026-11-26',
  '2026-12-25',
  '2027-01-01',
  '2027-01-18',
  '2027-02-15',
  '2027-03-26',
  '2027-05-31',
  '2027-06-18',
  '2027-07-05',
  '2027-09-06',
  '2027-11-25',
  '2027-12-24',
]);

interface Plain {
  date: string;
  minute: number | null;
  type: string;
  ticker: string | null;
  importance: string;
  estimate: boolean;
}

/** The calendar, written down again: loops and dates as text. */
function plainEvents({ reports, listings, actions, releases, trades, today }: CatalystRows): Plain[] {
  const events: Plain[] = [];
  for (const [ticker, filed] of reports) {
    const last = filed[filed.length - 1];
    if (typeof last?.filingDay !== 'number') continue;
    const gaps: number[] = [];
    for (let years = 1; years <= 4; years += 1) {
      const year = last.fiscalYear - years;
      const from = filed.filter((each) => each.fiscalYear === year && each.fiscalQuarter === last.fiscalQuarter).pop();
      const [nextYear, nextQuarter] = last.fiscalQuarter === 4 ? [year + 1, 1] : [year, last.fiscalQuarter + 1];
      const to = filed.filter((each) => each.fiscalYear === nextYear && each.fiscalQuarter === nextQuarter).pop();
      if (typeof from?.filingDay === 'number' && typeof to?.filingDay === 'number')
        gaps.push(to.filingDay - from.filingDay);
    }
    if (gaps.length === 0) continue;
    gaps.sort((one, other) => one - other);
    const half = gaps.length >> 1;
    const median = gaps.length % 2 === 1 ? (gaps[half] ?? NaN) : ((gaps[half - 1] ?? NaN) + (gaps[half] ?? NaN)) / 2;
    let day = last.filingDay + Math.round(median);
    while (weekday(day) === 0 || weekday(day) === 6 || HOLIDAYS.has(iso(day))) day += 1;
    if (day >= today && day <= today + 60)
      events.push({ date: iso(day), minute: null, type: 'earnings', ticker, importance: 'medium', estimate: true });
  }
  for (const { status, day, ticker } of listings)
    if ((status === 'expected' || status === 'priced') && day >= today && day <= today + 60)
      events.push({
        date: iso(day),
        minute: null,
        type: 'ipo',
        ticker,
        importance: 'medium',
        estimate: status === 'expected',
      });
  for (const { kind, day, ticker } of actions)
    if (day >= today && day <= today + 60)
      events.push({
        date: iso(day),
        minute: null,
        type: kind,
        ticker,
        importance: kind === 'split' ? 'medium' : 'low',
        estimate: false,
      });
  for (const { day, minute, importance } of releases)
    if (day >= today && day <= today + 60)
      events.push({ date: iso(day), minute, type: 'macro', ticker: null, importance, estimate: false });
  for (let day = today - 1; day <= today + 61; day += 1) {
    const date = Number(iso(day).slice(8));
    if (weekday(day) !== 5 || date < 15 || date > 21) continue;
    const on = HOLIDAYS.has(iso(day)) ? day - 1 : day;
    const quarterly = ['03', '06', '09', '12'].includes(iso(day).slice(5, 7));
    if (on >= today && on <= today + 60)
      events.push({
        date: iso(on),
        minute: null,
        type: 'opex',
        ticker: null,
        importance: quarterly ? 'high' : 'medium',
        estimate: false,
      });
  }
  for (const { day, disclosedDay, ticker } of trades) {
    const on = disclosedDay ?? day;
    if (on <= today && on >= today - 60)
      events.push({ date: iso(on), minute: null, type: 'congress', ticker, importance: 'low', estimate: false });
  }
  return events;
}

function chosen<Value>(random: Random, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)] as Value;
}

/** Rows of an invented market around a day of 2025 to 2027. */
function inventedRows(seed: number): CatalystRows {
  const random = seededRandom(seed, 1, 77);
  const today = Date.UTC(2025, 2, 1) / MS + Math.floor(random() * 800);
  const around = (): number => today - 70 + Math.floor(random() * 140);
  const tickers = Array.from({ length: 12 }, (_, index) => `T${index}`);
  const many = <Row>(most: number, row: () => Row): Row[] => Array.from({ length: Math.floor(random() * most) }, row);
  const ticker = (): string | null => (random() < 0.2 ? null : chosen(random, tickers));
  return {
    today,
    reports: new Map(
      tickers.map((each) => {
        const quarters = 1 + Math.floor(random() * 24);
        const newest = today - Math.floor(random() * 120);
        const end = 4 * 2026 + Math.floor(random() * 4);
        const rows = Array.from({ length: quarters }, (_, back) => {
          const ordinal = end - back;
          const filingDay = newest - 91 * back - Math.floor(random() * 20) * (back === 0 ? 0 : 1);
          return { fiscalYear: Math.floor((ordinal - 1) / 4), fiscalQuarter: ((ordinal - 1) % 4) + 1, filingDay };
        }).filter((_, back) => back === 0 || random() < 0.9);
        return [each, rows.reverse()] as const;
      }),
    ),
    listings: many(30, () => ({
      ticker: ticker(),
      issuerName: 'x',
      exchange: null,
      status: chosen(random, ['expected', 'priced', 'filed', 'withdrawn'] as const),
      day: around(),
      offerLow: null,
      offerHigh: null,
      valueUsd: null,
    })),
    actions: many(30, () => ({
      ticker: chosen(random, tickers),
      kind: chosen(random, ['dividend', 'split'] as const),
      day: around(),
      amount: 1,
      ratio: 2,
      payDay: null,
      announcedDay: null,
      note: null,
      sourceUrl: null,
    })),
    releases: many(20, () => ({
      title: chosen(random, ['A', 'B', 'C']),
      period: 'p',
      day: around(),
      minute: random() < 0.3 ? null : Math.floor(random() * 1440),
      detail: null,
      importance: chosen(random, ['low', 'medium', 'high'] as const),
      sourceUrl: null,
    })),
    trades: many(40, () => {
      const day = around() - 60;
      return {
        ticker: ticker(),
        member: 'm',
        chamber: null,
        owner: null,
        action: 'sale',
        asset: 'a',
        amountLow: null,
        amountHigh: null,
        day,
        disclosedDay: random() < 0.3 ? null : day + Math.floor(random() * 60),
        sourceUrl: null,
      };
    }),
  };
}

/** One text per event, with the place of its type, so that sorted texts are in the order of a calendar. */
const keyed = ({ date, minute, type, ticker, importance, estimate }: Plain): string =>
  [
    date,
    minute === null ? '-1' : String(minute).padStart(4, '0'),
    TYPES.indexOf(type),
    ticker ?? '',
    importance,
    estimate,
  ].join(' ');

describe('catalysts agree with a second computation', () => {
  it.each(Array.from({ length: 60 }, (_, index) => index + 1))('of market %i', (seed) => {
    const rows = inventedRows(seed);
    const random = seededRandom(seed, 2, 78);
    const calendar = catalystCalendar(rows);
    const plain = plainEvents(rows);
    const ofEngine = ({ day, minute, type, ticker, importance, isEstimate }: (typeof calendar)[number]): Plain => ({
      date: iso(day),
      minute,
      type,
      ticker,
      importance,
      estimate: isEstimate,
    });
    const byPlace = (events: readonly Plain[]): string[] =>
      events
        .map(keyed)
        .sort((one, other) => (one.split(' ').slice(0, 4).join(' ') < other.split(' ').slice(0, 4).join(' ') ? -1 : 1));
    expect(calendar.map(ofEngine).map(keyed).sort()).toEqual(plain.map(keyed).sort());
    const places = calendar.map(ofEngine).map((event) => keyed(event).split(' ').slice(0, 4).join(' '));
    expect(places).toEqual(byPlace(plain).map((key) => key.split(' ').slice(0, 4).join(' ')));

    for (const limits of [
      { days: 7, types: ['earnings', 'macro', 'opex'] },
      { days: 21, types: TYPES },
      { days: 60, types: TYPES },
    ] as const) {
      const days = 1 + Math.floor(random() * 60);
      const types = random() < 0.3 ? null : TYPES.filter(() => random() < 0.5);
      const ticker = random() < 0.5 ? null : chosen(random, ['T1', 'T2', 'T3']);
      const allowed = {
        days: limits.days,
        types: CATALYST_TYPES.filter((type) => (limits.types as readonly string[]).includes(type)),
      };
      const asked = types === null || types.length === 0 ? null : CATALYST_TYPES.filter((type) => types.includes(type));
      const request = narrowed(days, asked, allowed);
      const wanted: string[] = [];
      const dropped: string[] = [];
      for (const type of asked ?? allowed.types) (allowed.types.includes(type) ? wanted : dropped).push(type);
      const span = days < limits.days ? days : limits.days;
      expect(
        differences(request, {
          days: span,
          types: wanted,
          clamped: { days: days > limits.days ? days : null, types: dropped },
        }),
      ).toEqual([]);
      const [first, last, before] = [iso(rows.today), iso(rows.today + span), iso(rows.today - span)];
      const within = plain.filter(
        (event) =>
          wanted.includes(event.type) &&
          (ticker === null || event.ticker === ticker) &&
          (event.type === 'congress'
            ? event.date <= first && event.date >= before
            : event.date >= first && event.date <= last),
      );
      const window = { ...request, today: rows.today, ticker };
      const events = catalystsIn(calendar, window);
      expect(events.map(ofEngine).map(keyed).sort()).toEqual(within.map(keyed).sort());
      const empty = new Set(wanted.filter((type) => within.every((event) => event.type !== type)));
      const told = missingCatalysts(events, window, lastReleases(rows.releases)).filter(
        ({ reason }) => !reason.startsWith('dates of'),
      );
      expect(told.map(({ type }) => type)).toEqual([...empty]);
    }
  });
});

describe('the simulated market', () => {
  it('has something for the days and types of the lowest tier in every week of two years', () => {
    const [from, to] = [Date.UTC(2026, 0, 1) / MS, Date.UTC(2028, 0, 1) / MS];
    const all = simulatedEarnings(new Date((to + 1) * MS));
    const days = Array.from({ length: to - from }, (_, index) => from + index);
    const mondays = days.filter((day) => weekday(day) === 1);
    const withoutEvents = mondays.filter((today) => {
      const filed = all.filter(({ filingDay }) => filingDay !== null && filingDay < today && filingDay > today - 2200);
      const reports = rowsByKey(filed, ({ ticker }) => ticker);
      const calendar = catalystCalendar({
        reports,
        listings: [],
        actions: [],
        releases: MACRO_CALENDAR,
        trades: [],
        today,
      });
      const window = { today, days: 7, types: ['earnings', 'macro', 'opex'] as const, ticker: null };
      return catalystsIn(calendar, window).length === 0;
    });
    expect(withoutEvents.map(iso)).toEqual([]);
  });
});
