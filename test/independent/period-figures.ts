import type { Told } from './answer-numbers.js';

interface Bars {
  readonly dates: readonly string[];
  readonly opens?: readonly number[];
  readonly highs?: readonly number[];
  readonly lows?: readonly number[];
  readonly closes: readonly number[];
  readonly adjustedCloses: readonly number[];
  readonly volumes?: readonly number[];
}

/** A security's bars of a period, and those that end right before it. */
export interface PeriodBars {
  readonly before: Bars | null;
  readonly within: Bars | null;
}

/** The first of a period's numbers, by name. */
export const PERIOD_NUMBERS = ['base', 'close', 'top', 'bottom'];

const cents = (price: number): number => Math.round(price * 100) / 100;

/** Annualised percent, from daily returns. */
function volatilityOf(closes: readonly number[]): number {
  const returns: number[] = [];
  for (let at = 1; at < closes.length; at += 1) returns.push((closes[at] ?? 0) / (closes[at - 1] ?? 1) - 1);
  let mean = 0;
  for (const each of returns) mean += each / returns.length;
  let squares = 0;
  for (const each of returns) squares += (each - mean) * (each - mean);
  return Math.sqrt((252 * squares) / (returns.length - 1)) * 100;
}

/** The largest of all falls between two sessions, the earlier first: percent and negative, with its ends. */
function drawdownOf(closes: readonly number[]): { readonly pct: number; readonly ends: readonly number[] } {
  let [pct, ends] = [0, [0, 0]];
  for (let from = 0; from < closes.length; from += 1)
    for (let to = from + 1; to < closes.length; to += 1) {
      const fall = ((closes[to] ?? 0) / (closes[from] ?? 1) - 1) * 100;
      if (fall < pct) [pct, ends] = [fall, [from, to]];
    }
  return { pct, ends };
}

/** What may be told of a security's prices over a period. */
export function periodFigures({ before, within }: PeriodBars): Told & {
  readonly changePct: number;
  readonly withDividends: number;
  readonly volatilityPct: number;
  readonly drawdownPct: number;
  readonly annualisedPct: number;
} {
  const [base, adjustedBase] = [before?.closes[0] ?? Number.NaN, before?.adjustedCloses[0] ?? Number.NaN];
  const closes = within?.closes ?? [];
  const end = closes.at(-1) ?? Number.NaN;
  const [top, bottom] = [Math.max(...closes), Math.min(...closes)];
  const changePct = (end / base - 1) * 100;
  // The first stored session has none before it.
  const hasBase = Number.isFinite(adjustedBase);
  const adjusted = [...(hasBase ? [adjustedBase] : []), ...(within?.adjustedCloses ?? [])];
  const [volatilityPct, { pct: drawdownPct, ends }] = [volatilityOf(adjusted), drawdownOf(adjusted)];
  const ofLast = [within?.opens, within?.highs, within?.lows, within?.volumes].map(
    (values) => values?.at(-1) ?? Number.NaN,
  );
  const withDividends = ((within?.adjustedCloses.at(-1) ?? Number.NaN) / adjustedBase - 1) * 100;
  const daysHeld = (Date.parse(within?.dates.at(-1) ?? '') - Date.parse(before?.dates[0] ?? '')) / 86_400_000;
  const annualisedPct = 100 * Math.expm1((Math.log1p(withDividends / 100) * 365.25) / daysHeld);
  const numbers = [
    base,
    end,
    top,
    bottom,
    changePct,
    volatilityPct,
    drawdownPct,
    withDividends,
    annualisedPct,
    cents(end) / cents(base),
    ...ofLast,
  ];
  const dates = within?.dates ?? [];
  const fall = ends.map((end) => (hasBase ? [before?.dates[0], ...dates] : dates)[end]);
  const days = [
    ...fall,
    before?.dates[0],
    dates[0],
    dates.at(-1),
    dates[closes.indexOf(top)],
    dates[closes.indexOf(bottom)],
  ];
  return {
    numbers: numbers.filter(Number.isFinite),
    days: new Set(days.filter((day) => day !== undefined)),
    texts: [],
    changePct,
    withDividends,
    volatilityPct,
    drawdownPct,
    annualisedPct,
  };
}
