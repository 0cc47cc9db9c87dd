import { z } from 'zod';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { isSession, lastSessionOfMonth, nextSession } from '../../calendar/nyse.js';
import { asOfDay } from '../facts/as-of.js';
import type { FactsAbout } from '../facts/fact-list.js';
import type { DividendsToolQuery } from '../generated/operations.js';
import { dividendChanges, type DividendChange, type DividendChanges, type PaidDividend } from './dividend-changes.js';
import { DAY, entriesOf, graphqlRef, tickers } from './inputs.js';
import { defineTool } from './tool.js';

/** Newest dividends and calendar years that are told one by one. */
const MOST_ROWS = 8;
const MOST_YEARS = 5;
/** Years over which growth is told. */
export const GROWTH_YEARS: readonly number[] = [1, 3, 5, 10];
const YEAR_DAYS = 365;
/** Ex-dates of the same dividend in two years are at most this far from a year apart. */
const NEAR_DAYS = 31;
/** Days before a period in which the last dividend before it is looked for. */
const DAYS_BEFORE = 400;
/** Dividends of one security that are read at most, the newest of them; the operation has the same number. */
export const MOST_READ = 500;

interface DividendsInput {
  readonly tickers: readonly string[];
  readonly from: string | null;
  readonly to: string | null;
}

type Dividends = NonNullable<NonNullable<NonNullable<DividendsToolQuery['securitiesByTicker']>[number]>['dividends']>;

const A_SHARE = { terms: ['dividend', 'dividends', 'a share'], measure: 'dividend' };
const dayOf = (date: string): number => parseIsoDate(date) ?? 0;
const sumOf = (dividends: readonly PaidDividend[]): number =>
  Number(dividends.reduce((sum, { amount }) => sum + amount, 0).toPrecision(7));

/** The dividend whose ex-date is nearest to a year before the last one. */
function ofYearBefore(dividends: Dividends, last: Dividends[number] | undefined): Dividends[number] | undefined {
  if (last === undefined) return undefined;
  const away = ({ exDate }: Dividends[number]): number => Math.abs(dayOf(exDate) - (dayOf(last.exDate) - YEAR_DAYS));
  const [nearest] = [...dividends].sort((one, other) => away(one) - away(other));
  return nearest !== undefined && away(nearest) <= NEAR_DAYS ? nearest : undefined;
}

/** What a period's last dividend is compared with: the last one before the period, or else the first in it. */
function ofPeriodBefore(within: Dividends, earlier: Dividends): Dividends[number] | undefined {
  return earlier.at(-1) ?? (within.length > 1 ? within[0] : undefined);
}

function tellLast(facts: FactsAbout, last: Dividends[number], before: Dividends[number] | undefined): void {
  facts.date('last_on', 'last ex-date', last.exDate, { terms: ['ex-dividend'] });
  facts.number('last', 'last dividend', last.amount, 'usd_per_share', A_SHARE);
  if (before === undefined || before.amount === 0) return;
  const change = Number((100 * (last.amount / before.amount - 1)).toFixed(4));
  facts.number('change', 'change of the dividend', change, 'percent', { ...A_SHARE, isChange: true });
}

function tellBefore(facts: FactsAbout, before: Dividends[number] | undefined): void {
  facts.date('before_on', 'ex-date before', before?.exDate, { terms: ['ex-dividend'] });
  facts.number('before', 'dividend before', before?.amount, 'usd_per_share', A_SHARE);
}

/** Whether a year has sessions after the last stored one. */
const isUnderWay = (year: string, lastSession: string): boolean =>
  lastSession.startsWith(year) && dayOf(lastSession) < lastSessionOfMonth(Number(year), 12);

/** `cutOn` is the ex-date after which all are read; the year that it is in is not told. */
function tellYears(facts: FactsAbout, dividends: Dividends, lastSession: string, cutOn: string | null): void {
  const all = [...new Set(dividends.map(({ exDate }) => exDate.slice(0, 4)))].sort().reverse();
  const years = all.filter((year) => cutOn === null || !cutOn.startsWith(year));
  for (const [row, year] of years.slice(0, MOST_YEARS).entries()) {
    const ofYear = dividends.filter(({ exDate }) => exDate.startsWith(year));
    facts.date('year', 'calendar year', year, { row });
    facts.number('year_total', 'dividends of the year', sumOf(ofYear), 'usd_per_share', { ...A_SHARE, row });
    facts.text('year_state', 'state of the year', isUnderWay(year, lastSession) ? 'so far' : null, { row });
  }
}

interface Stored {
  readonly firstSession: string;
  readonly lastSession: string;
  /** The first ex-date that is read, where older ones were left out; null if all were read. */
  readonly cutOn: string | null;
}

/**
 * Growth a year of the regular dividends of whole calendar years, up to the newest whole one, as a compound rate. Not
 * told of years with different numbers of dividends: their ex-dates, and not the payer, may have moved between years.
 */
function tellGrowth(facts: FactsAbout, regular: readonly PaidDividend[], stored: Stored): void {
  const { firstSession, lastSession, cutOn } = stored;
  const newest = Number(lastSession.slice(0, 4)) - (isUnderWay(lastSession.slice(0, 4), lastSession) ? 1 : 0);
  const of = (year: number): readonly PaidDividend[] =>
    isBeforeStored(`${year}-01-01`, firstSession) || (cutOn !== null && Number(cutOn.slice(0, 4)) >= year)
      ? []
      : regular.filter(({ exDate }) => exDate.startsWith(String(year)));
  const last = of(newest);
  if (last.length === 0) return;
  facts.date('growth_to', 'newest whole calendar year', String(newest));
  facts.number('growth_to_total', 'regular dividends of that year', sumOf(last), 'usd_per_share', A_SHARE);
  for (const row of GROWTH_YEARS) {
    const first = of(newest - row);
    if (first.length !== last.length) continue;
    const growth = Number((100 * ((sumOf(last) / sumOf(first)) ** (1 / row) - 1)).toFixed(4));
    facts.date('growth_from', 'calendar year that the growth is from', String(newest - row), { row });
    facts.number('growth_from_total', 'regular dividends of that year', sumOf(first), 'usd_per_share', {
      ...A_SHARE,
      row,
    });
    facts.number('growth', 'growth of the dividend a year', growth, 'percent', {
      ...A_SHARE,
      terms: [...A_SHARE.terms, 'a year'],
      isChange: true,
      row,
    });
  }
}

/** Whether there were sessions from a day on that are not stored. */
function isBeforeStored(from: string, firstSession: string): boolean {
  const day = dayOf(from);
  return (isSession(day) ? day : nextSession(day)) < dayOf(firstSession);
}

/** A period that was asked for, as far as its sessions are stored and its dividends read; as it is if none are. */
function tellPeriod(facts: FactsAbout, from: string, to: string, { firstSession, lastSession, cutOn }: Stored): void {
  const isCut = isBeforeStored(from, firstSession);
  const start = cutOn ?? (isCut ? firstSession : from);
  facts.date('from', 'start of the period', start <= to ? start : from);
  facts.date('to', 'end of the period', lastSession < from || to < lastSession ? to : lastSession);
  if (isCut) facts.date('stored_from', 'first stored session', firstSession);
}

function tellCut(facts: FactsAbout, cutOn: string): void {
  facts.count('most_read', 'dividends that are read', MOST_READ, 'dividends', { terms: ['newest dividends'] });
  facts.date('cut_on', 'first ex-date that is read', cutOn);
}

/** The last change of a kind, and how many there are. */
function tellChange(facts: FactsAbout, key: 'raise' | 'reduction', changes: readonly DividendChange[]): void {
  const last = changes.at(-1);
  facts.count(`${key}s`, `${key}s of the dividend`, changes.length, 'dividends', {
    terms: ['times', 'time', key === 'raise' ? 'raised' : 'cut'],
  });
  if (last === undefined) return;
  facts.date(`${key}_on`, `ex-date of the last ${key}`, last.on);
  facts.number(`${key}_to`, `dividend since the last ${key}`, last.to, 'usd_per_share', A_SHARE);
  facts.number(`${key}_from`, `dividend before the last ${key}`, last.from, 'usd_per_share', A_SHARE);
  const change = Number((100 * (last.to / last.from - 1)).toFixed(4));
  facts.number(`${key}_change`, `change by the last ${key}`, change, 'percent', { ...A_SHARE, isChange: true });
}

/** How dividends have changed from each to the next, of the days from `from` on. */
function tellRecord(facts: FactsAbout, changes: DividendChanges, from: string | null): void {
  const isWithin = (day: string | null): boolean => from === null || day === null || day >= from;
  const compared = changes.regular.slice(1).filter(({ exDate }) => isWithin(exDate));
  if (compared.length === 0) return;
  facts.count('compared', 'dividends that are compared', compared.length, 'dividends');
  facts.date('compared_from', 'first ex-date that is compared', compared[0]?.exDate);
  facts.date('compared_to', 'last ex-date that is compared', compared.at(-1)?.exDate);
  for (const [key, all] of [
    ['raise', changes.raises],
    ['reduction', changes.cuts],
  ] as const)
    tellChange(
      facts,
      key,
      all.filter(({ on }) => isWithin(on)),
    );
  const pause = changes.pauses.filter(({ until }) => isWithin(until)).at(-1);
  facts.date('pause_after', 'last ex-date before a pause', pause?.after);
  facts.date('pause_until', 'first ex-date after a pause', pause?.until);
  const oneOff = changes.oneOffs.filter(({ exDate }) => isWithin(exDate)).at(-1);
  facts.date('one_off_on', 'ex-date of the last one-off dividend', oneOff?.exDate);
  facts.number('one_off', 'last one-off dividend', oneOff?.amount, 'usd_per_share', A_SHARE);
}

/** How often dividends are paid, as of the last stored session. */
function tellRhythm(facts: FactsAbout, paid: Dividends, { rhythm }: DividendChanges, lastSession: string): void {
  const since = isoDate(dayOf(lastSession) - YEAR_DAYS);
  facts.text('rhythm', 'rhythm of the dividend', rhythm);
  const count = paid.filter(({ exDate }) => exDate > since && exDate <= lastSession).length;
  facts.count('year_count', 'dividends of the last twelve months', count, 'dividends');
  facts.date('year_to', 'last stored session', lastSession);
}

/** Cash dividends by ex-date. */
export const TOOL = defineTool<DividendsInput, DividendsToolQuery>({
  name: 'dividends',
  description:
    'Cash dividends by ex-date, of all time or of a stretch of days: amounts a share, sums by year, growth, ' +
    'raises, cuts, pauses, rhythm. Payment days are not stored.',
  input: z.object({
    tickers,
    from: z.string().regex(DAY).nullable().default(null).describe('First ex-date.'),
    to: z.string().regex(DAY).nullable().default(null).describe('Last ex-date.'),
  }),
  operation: /* GraphQL */ `
    query DividendsTool($tickers: [Ticker!]!, $from: LocalDate, $to: LocalDate) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        firstSession
        lastSession
        dividends(from: $from, to: $to, last: 500) {
          exDate
          amount
        }
      }
    }
  `,
  // Those before a period show how it changed the dividend.
  variables: ({ tickers: of, from, to }) => ({
    tickers: of,
    from: from === null ? null : isoDate(dayOf(from) - DAYS_BEFORE),
    to,
  }),
  tell({ securitiesByTicker }, list, { tickers: of, from, to }) {
    for (const [ticker, { dividends: read, firstSession, lastSession }] of entriesOf(of, securitiesByTicker)) {
      if (!read || firstSession === null || lastSession === null) continue;
      const source = { title: `Dividends of ${ticker}`, ref: graphqlRef('dividends'), asOf: asOfDay(lastSession) };
      const facts = list.about(ticker, source);
      const [earlier, dividends] = [
        read.filter(({ exDate }) => from !== null && exDate < from),
        read.filter(({ exDate }) => from === null || exDate >= from),
      ];
      const cutOn = read.length < MOST_READ || earlier.length > 0 ? null : (read[0]?.exDate ?? null);
      if (from !== null && to !== null) tellPeriod(facts, from, to, { firstSession, lastSession, cutOn });
      if (cutOn !== null) tellCut(facts, cutOn);
      facts.count('count', 'dividends', dividends.length, 'dividends', { terms: ['dividends', 'times'] });
      const last = dividends.at(-1);
      const before = from === null ? ofYearBefore(dividends, last) : ofPeriodBefore(dividends, earlier);
      tellBefore(facts, before);
      if (last === undefined) continue;
      facts.number('total', 'sum of the dividends', sumOf(dividends), 'usd_per_share', A_SHARE);
      tellLast(facts, last, before);
      tellYears(facts, dividends, lastSession, cutOn);
      const changes = dividendChanges(read, to === null || lastSession < to ? lastSession : to);
      tellRecord(facts, changes, from);
      if (from === null) {
        tellRhythm(facts, read, changes, lastSession);
        tellGrowth(facts, changes.regular, { firstSession, lastSession, cutOn });
      }
      if (from === null && cutOn === null) facts.date('first_session', 'first stored session', firstSession);
      for (const [row, { exDate, amount }] of dividends.slice(-MOST_ROWS).reverse().entries()) {
        facts.date('ex_date', 'ex-date', exDate, { row, terms: ['ex-dividend'] });
        facts.number('amount', 'dividend', amount, 'usd_per_share', { ...A_SHARE, row });
      }
    }
  },
});
