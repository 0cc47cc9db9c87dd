import type { DailyBars } from '../calendar/bars.js';
import { isoDate } from '../calendar/days.js';
import { newYorkUtcMs } from '../calendar/new-york-time.js';
import { closeMinute } from '../calendar/nyse.js';
import type { ShareSplit } from './rating-actions.js';
import { at, lowerBound } from './series.js';

/** Share of a straddle's price that its distance from the spot may be: beyond it, its strike is not at the money. */
const MOST_INTRINSIC_SHARE = 0.5;

/**
 * A quote of one contract as traded: USD per share, strike and expiry of that day. `minute` is New York's, null for the
 * close. `underlyingPrice` is the share's price at the quote, if the vendor gives it.
 */
export interface OptionQuote {
  readonly minute: number | null;
  readonly strike: number;
  readonly optionType: 'call' | 'put';
  readonly bid: number | null;
  readonly ask: number | null;
  readonly underlyingPrice: number | null;
}

/** The newest chain of a security: quotes of its nearest expiry after a report; null and none if it has no such. */
export interface OptionChain {
  readonly day: number;
  readonly expiry: number | null;
  readonly quotes: readonly OptionQuote[];
  /** Whether the stored closes are prices of the same market; those of an invented one are not. */
  readonly hasSpot: boolean;
}

export interface ImpliedMoveInput {
  readonly chain: OptionChain | undefined;
  /** Estimated day of the next report. */
  readonly reportDay: number | null;
  readonly lastFilingDay: number | null;
  /** Split-adjusted. */
  readonly bars: DailyBars;
  readonly splits: readonly ShareSplit[];
  /** New York's calendar day. */
  readonly today: number;
}

/** Prices in USD per share of today. */
export interface ImpliedMove {
  readonly movePct: number;
  readonly dollars: number;
  readonly expiry: string;
  readonly strike: number;
  readonly spot: number;
  readonly straddleMid: number;
  readonly straddleBid: number;
  readonly straddleAsk: number;
  readonly quotedAt: string;
  readonly ageDays: number;
  /** Shares of today that one share of the chain's day has become. */
  readonly splitRatio: number;
}

export type NoImpliedMove = 'no_earnings_date' | 'no_live_quote' | 'no_spot' | 'no_strike_near_spot' | 'not_read';

/** The implied move, or why there is none: a code, and a part of a sentence. */
export type ImpliedMoveOutcome =
  { readonly move: ImpliedMove } | { readonly reason: NoImpliedMove; readonly detail: string };

interface Straddle {
  readonly strike: number;
  readonly bid: number;
  readonly ask: number;
  readonly minute: number | null;
}

/**
 * The move that options price in until their nearest expiry after the report: the mid of the call and the put of the
 * strike nearest to the spot, over the spot.
 */
export function impliedMove(input: ImpliedMoveInput): ImpliedMoveOutcome {
  const { chain, reportDay, splits, today } = input;
  if (reportDay === null) return { reason: 'no_earnings_date', detail: 'the next report has no estimated date' };
  if (chain === undefined) return noQuote('no option chain is stored for the ticker');
  const chainDate = isoDate(chain.day);
  if (input.lastFilingDay !== null && chain.day <= input.lastFilingDay)
    return noQuote(`the newest option chain, of ${chainDate}, is not from after the last report`);
  if (chain.expiry === null)
    return noQuote(`the newest option chain, of ${chainDate}, has no expiry after ${isoDate(reportDay)}`);
  const straddles = twoSidedStraddles(chain.quotes);
  if (straddles.length === 0)
    return noQuote(`no strike that expires on ${isoDate(chain.expiry)} has a two-sided call and put on ${chainDate}`);
  const splitRatio = splitRatioSince(chain.day, splits);
  const spot = spotOf(chain, input.bars, splitRatio);
  if (!(spot > 0))
    return {
      reason: 'no_spot',
      detail: `the chain has no price of the share, and no imported close is stored for ${chainDate}`,
    };
  const { strike, bid, ask, minute } = nearest(straddles, spot);
  const mid = (bid + ask) / 2;
  if (Math.abs(strike - spot) > MOST_INTRINSIC_SHARE * mid)
    return {
      reason: 'no_strike_near_spot',
      detail: `the nearest strike with two-sided quotes on ${chainDate} is too far from the price of the share`,
    };
  return {
    move: {
      movePct: (100 * mid) / spot,
      dollars: mid / splitRatio,
      expiry: isoDate(chain.expiry),
      strike: strike / splitRatio,
      spot: spot / splitRatio,
      straddleMid: mid / splitRatio,
      straddleBid: bid / splitRatio,
      straddleAsk: ask / splitRatio,
      quotedAt: new Date(newYorkUtcMs(chain.day, minute ?? closeMinute(chain.day))).toISOString(),
      ageDays: today - chain.day,
      splitRatio,
    },
  };
}

/** Shares of today that one share of a day has become. */
export function splitRatioSince(day: number, splits: readonly ShareSplit[]): number {
  return splits.reduce((ratio, split) => (split.day > day ? ratio * split.ratio : ratio), 1);
}

function noQuote(detail: string): ImpliedMoveOutcome {
  return { reason: 'no_live_quote', detail };
}

/** Both a bid and an ask, not crossed. */
export function isTwoSided({ bid, ask }: Pick<OptionQuote, 'bid' | 'ask'>): boolean {
  return bid !== null && ask !== null && bid > 0 && ask >= bid;
}

/** Strikes whose call and put are both two-sided, lowest first, timed by the older of the two quotes. */
function twoSidedStraddles(quotes: readonly OptionQuote[]): readonly Straddle[] {
  const twoSided = quotes.filter(isTwoSided);
  const puts = new Map(twoSided.flatMap((put) => (put.optionType === 'put' ? [[put.strike, put] as const] : [])));
  return twoSided
    .flatMap((call): Straddle[] => {
      const put = puts.get(call.strike);
      if (call.optionType !== 'call' || put === undefined) return [];
      const minutes = [call.minute, put.minute].filter((minute) => minute !== null);
      return [
        {
          strike: call.strike,
          bid: (call.bid ?? 0) + (put.bid ?? 0),
          ask: (call.ask ?? 0) + (put.ask ?? 0),
          minute: minutes.length === 0 ? null : Math.min(...minutes),
        },
      ];
    })
    .sort((one, other) => one.strike - other.strike);
}

/** The lower one of two strikes that are equally near. */
function nearest(straddles: readonly Straddle[], spot: number): Straddle {
  return straddles.reduce((best, each) => (Math.abs(each.strike - spot) < Math.abs(best.strike - spot) ? each : best));
}

/**
 * The share's price as traded with the chain: the vendor's latest one, else the day's close; NaN without one. A chain
 * from before the stored history may be of another company that had the ticker.
 */
export function spotOf(
  { day, quotes, hasSpot }: Omit<OptionChain, 'expiry'>,
  bars: Pick<DailyBars, 'days' | 'close'>,
  splitRatio: number,
): number {
  const given = quotes.filter(({ underlyingPrice }) => underlyingPrice !== null);
  if (given.length > 0) {
    const latest = given.reduce((best, each) => ((each.minute ?? Infinity) > (best.minute ?? Infinity) ? each : best));
    return day >= at(bars.days, 0) ? (latest.underlyingPrice ?? NaN) : NaN;
  }
  const bar = lowerBound(bars.days, day);
  return hasSpot && at(bars.days, bar) === day ? at(bars.close, bar) * splitRatio : NaN;
}
