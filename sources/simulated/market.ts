import type { DailyBars } from '../../calendar/bars.js';
import type { Dividend, Split } from '../../store/series.js';
import { totalReturnCloses } from '../models/total-return.js';
import { drawFactors, SESSIONS_PER_YEAR } from './factors.js';
import { INSTRUMENTS, SIMULATED_SPLITS, type Instrument } from './instruments.js';
import { DividendCalendar } from './dividend-calendar.js';
import { parseIsoDate } from '../../calendar/days.js';
import { lastClosedSession, sessionsBetween } from '../../calendar/nyse.js';
import { drawShocks, type ShockPath } from './shocks.js';

/** One instrument's invented history. */
export interface SimulatedHistory {
  readonly symbol: string;
  readonly bars: DailyBars;
  readonly splits: readonly Split[];
  readonly dividends: readonly Dividend[];
}

/** 2010-01-04 and 2025-12-31: where every history starts, and where prices meet their table. */
const FIRST_DAY = 14_613;
const ANCHOR_DAY = 20_453;

/** Growth a year after the anchor day: of cash, and more for each unit of market exposure. */
const CASH_GROWTH = 0.02;
const MARKET_PREMIUM = 0.05;

/**
 * The whole demo market up to the last session completed at `now`, one instrument after the other. The same seed
 * gives the same bytes, and a later `now` the same open, high, low, close and volume of every earlier session; only
 * the adjusted close of all earlier sessions falls by one factor with each new dividend, as it does anywhere.
 */
export function* simulateMarket(
  seed: number,
  now: Date,
  instruments: readonly Instrument[] = INSTRUMENTS,
): Generator<SimulatedHistory> {
  const last = lastClosedSession(now.getTime());
  const sessions = sessionsBetween(FIRST_DAY, Math.max(last, ANCHOR_DAY));
  const factors = drawFactors(seed, sessions);
  const shown = sessions.findIndex((day) => day > last);
  const count = shown < 0 ? sessions.length : shown;
  for (const instrument of instruments) {
    const shocks = drawShocks(seed, sessions, factors, instrument);
    yield buildHistory(instrument, sessions, count, shocks);
  }
}

interface Walk {
  readonly instrument: Instrument;
  readonly days: readonly number[];
  readonly shocks: ShockPath;
  readonly splits: readonly Split[];
  /** Log return that each session has beside its shocks, up to the anchor day and after it. */
  readonly drift: number;
  readonly laterDrift: number;
}

function buildHistory(
  instrument: Instrument,
  sessions: readonly number[],
  count: number,
  shocks: ShockPath,
): SimulatedHistory {
  const splits = splitsOf(instrument.symbol, sessions);
  const laterDrift = (CASH_GROWTH + MARKET_PREMIUM * Math.max(instrument.beta, 0)) / SESSIONS_PER_YEAR;
  const days = sessions.slice(0, count);
  const { prices, dividends } = walkPrices({
    instrument,
    days,
    shocks,
    splits,
    drift: driftToAnchor(instrument, sessions, shocks),
    laterDrift,
  });
  const amountOf = new Map(dividends.map(({ day, amount }) => [day, amount]));
  const adjClose = totalReturnCloses(prices.close, (at) => amountOf.get(days[at] ?? NaN) ?? 0);
  const lastDay = days.at(-1) ?? FIRST_DAY;
  return {
    symbol: instrument.symbol,
    bars: { ...prices, adjClose },
    splits: splits.filter(({ day }) => day <= lastDay),
    dividends,
  };
}

function splitsOf(symbol: string, sessions: readonly number[]): Split[] {
  return (SIMULATED_SPLITS[symbol] ?? []).map(([date, ratio]) => {
    const wanted = parseIsoDate(date) ?? NaN;
    return { day: sessions.find((day) => day >= wanted) ?? wanted, ratio };
  });
}

/**
 * The drift that leads the shocks and dividends from the first price to the anchor price: chance makes the way, not the
 * ends.
 */
function driftToAnchor(
  instrument: Instrument,
  sessions: readonly number[],
  { overnight, intraday }: ShockPath,
): number {
  let toAnchor = 0;
  let count = 0;
  for (const [at, day] of sessions.entries()) {
    if (day > ANCHOR_DAY) break;
    toAnchor += (overnight[at] ?? 0) + (intraday[at] ?? 0);
    count++;
  }
  const paidOut = (instrument.dividendYield * count) / SESSIONS_PER_YEAR;
  return (Math.log(instrument.anchorPrice / instrument.firstPrice) - toAnchor + paidOut) / count;
}

/** Prices day by day: rounded to cents as traded, then given in shares of today. */
function walkPrices({ instrument, days, shocks, splits, drift, laterDrift }: Walk): {
  prices: Omit<DailyBars, 'adjClose'>;
  dividends: Dividend[];
} {
  const column = (): Float64Array => new Float64Array(days.length);
  const prices = {
    days: Int32Array.from(days),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
  };
  const calendar = new DividendCalendar(instrument);
  const dividends: Dividend[] = [];
  let last = instrument.firstPrice;
  for (const [at, day] of days.entries()) {
    const later = laterSplits(splits, day);
    const cents = (price: number): number => Math.max(Math.round(price * later * 100), 1) / 100 / later;
    const paid = calendar.amountOn(day, last, later);
    if (paid > 0) dividends.push({ day, amount: paid });
    const open = (last - paid) * Math.exp((shocks.overnight[at] ?? 0) + (day > ANCHOR_DAY ? laterDrift : drift));
    last = open * Math.exp(shocks.intraday[at] ?? 0);
    prices.open[at] = cents(open);
    prices.high[at] = cents(open * Math.exp(shocks.toHigh[at] ?? 0));
    prices.low[at] = cents(open * Math.exp(shocks.toLow[at] ?? 0));
    prices.close[at] = cents(last);
    const shares = instrument.volumeMillions * 1e6 * Math.exp(shocks.volume[at] ?? 0);
    prices.volume[at] = Math.max(Math.round(shares / later), 100) * later;
  }
  return { prices, dividends };
}

function laterSplits(splits: readonly Split[], day: number): number {
  let ratio = 1;
  for (const split of splits) if (split.day > day) ratio *= split.ratio;
  return ratio;
}
