import { isoDate } from '../../calendar/days.js';
import { nextSession } from '../../calendar/nyse.js';
import type { NoReading } from '../options/option-reading.js';
import { OPTIONS_FLOW } from './constants.js';
import { factorReading, weighted, type FactorReading } from './factor.js';

/** What a ticker's chain of one day says: volatilities a year's, as decimals; null where it does not say. */
export interface DatedReading {
  /** Day of the chain, at whose close the reading is known, since 1970-01-01. */
  readonly day: number;
  readonly volatilitySpread: number | null;
  readonly pairs: number;
  readonly isWeighted: boolean;
  readonly volatilitySmirk: number | null;
  /** Why there is neither figure; null with one. */
  readonly missing: NoReading | null;
}

/** Why the factor has no data. */
export type NoOptionsFlow = NoReading | 'no_chain' | 'chain_too_old';

/** The reading that a signal uses, in words; figures in percentage points of volatility, null where there are none. */
export interface OptionsFlowDetails {
  /** ISO 8601 date of the chain; null without one. */
  readonly chainDay: string | null;
  readonly volatilitySpreadPct: number | null;
  readonly volatilitySmirkPct: number | null;
  readonly pairs: number;
  readonly isWeighted: boolean;
  readonly missing: NoOptionsFlow | null;
  readonly evidence: string;
}

/** Days back within which the newest sessions lie, whatever holidays there are. */
const MOST_DAYS = 21;

/** Whether a chain's day is not more than `OPTIONS_FLOW.sessions` sessions before a day. */
function isFresh(chainDay: number, day: number): boolean {
  if (day - chainDay > MOST_DAYS) return false;
  let next = chainDay;
  for (let session = 0; session <= OPTIONS_FLOW.sessions; session += 1) next = nextSession(next);
  return day < next;
}

const hasFigure = ({ volatilitySpread, volatilitySmirk }: DatedReading): boolean =>
  volatilitySpread !== null || volatilitySmirk !== null;

/**
 * The newest of a ticker's readings at the close of a day, the newest with a figure among fresh ones, and whether it is
 * fresh.
 */
function newestAt(
  readings: readonly DatedReading[],
  day: number,
): { readonly reading: DatedReading; readonly isFresh: boolean } | null {
  let newest: DatedReading | null = null;
  // Oldest first: from the end, so that a long history costs nothing.
  for (let place = readings.length - 1; place >= 0; place -= 1) {
    const reading = readings[place];
    if (reading === undefined || reading.day > day) continue;
    newest ??= reading;
    if (!isFresh(reading.day, day)) break;
    if (hasFigure(reading)) return { reading, isFresh: true };
  }
  return newest === null ? null : { reading: newest, isFresh: isFresh(newest.day, day) };
}

/** The factor of a reading; null without a figure. */
function readingOf({ volatilitySpread, volatilitySmirk }: DatedReading): FactorReading | null {
  const { inputs, spread, smirk } = OPTIONS_FLOW;
  return factorReading([
    weighted(inputs.spread, ((volatilitySpread ?? Number.NaN) - spread.centre) / spread.scale),
    weighted(inputs.smirk, ((volatilitySmirk ?? Number.NaN) - smirk.centre) / smirk.scale),
  ]);
}

/**
 * The options-flow factor at the close of `day`, from a ticker's readings, oldest first: of the newest one that was
 * known then, with a figure and not older than `OPTIONS_FLOW.sessions` sessions. Null without one.
 */
export function optionsFlowAt(readings: readonly DatedReading[], day: number): FactorReading | null {
  const newest = newestAt(readings, day);
  return newest === null || !newest.isFresh ? null : readingOf(newest.reading);
}

const REASONS: Readonly<Record<Exclude<NoOptionsFlow, 'no_chain'>, string>> = {
  chain_too_old: `it is more than ${String(OPTIONS_FLOW.sessions)} sessions older than the newest price`,
  no_spot: 'no price of the share is stored for its day',
  low_priced_share: 'the share cost no more than 5 USD',
  no_two_sided_quotes: 'no contract that expires in 10 to 60 days had a bid and an ask',
  no_near_strikes: 'no strike near the price had quotes from which a volatility follows',
};

function missingOf(newest: ReturnType<typeof newestAt>): NoOptionsFlow | null {
  if (newest === null) return 'no_chain';
  if (!newest.isFresh) return 'chain_too_old';
  return newest.reading.missing;
}

const points = (value: number): string => `${Math.abs(100 * value).toFixed(1)} percentage points of volatility`;

function spreadWords({ volatilitySpread, pairs, isWeighted }: DatedReading): string {
  if (volatilitySpread === null) return 'No call has a put of the same strike and expiry.';
  const side = volatilitySpread < 0 ? 'below' : 'above';
  const weights = isWeighted ? 'weighted by open interest' : 'equal weights, as the chain has no open interest';
  return `Calls are ${points(volatilitySpread)} ${side} puts of the same strike and expiry (${String(pairs)} ${pairs === 1 ? 'pair' : 'pairs'}, ${weights}; more is better).`;
}

function smirkWords({ volatilitySmirk }: DatedReading): string {
  if (volatilitySmirk === null) return 'There is no put about 5% below the price beside a call at it.';
  const side = volatilitySmirk < 0 ? 'below' : 'above';
  return `The put about 5% below the price is ${points(volatilitySmirk)} ${side} the call at it (less is better).`;
}

/** What the factor at the close of `day` rests on, or why there is none. */
export function optionsFlowDetails(readings: readonly DatedReading[], day: number): OptionsFlowDetails {
  const newest = newestAt(readings, day);
  const missing = missingOf(newest);
  const chainDay = newest === null ? null : isoDate(newest.reading.day);
  const nothing = { volatilitySpreadPct: null, volatilitySmirkPct: null, pairs: 0, isWeighted: false };
  if (newest === null) return { ...nothing, chainDay, missing, evidence: 'No option chain is stored for the ticker.' };
  if (missing !== null && missing !== 'no_chain')
    return {
      ...nothing,
      chainDay,
      missing,
      evidence: `The option chain of ${String(chainDay)} says nothing: ${REASONS[missing]}.`,
    };
  const { reading } = newest;
  const inPoints = (value: number | null): number | null => (value === null ? null : 100 * value);
  return {
    chainDay,
    volatilitySpreadPct: inPoints(reading.volatilitySpread),
    volatilitySmirkPct: inPoints(reading.volatilitySmirk),
    pairs: reading.pairs,
    isWeighted: reading.isWeighted,
    missing,
    evidence: `Option chain of ${String(chainDay)}. ${spreadWords(reading)} ${smirkWords(reading)}`,
  };
}
