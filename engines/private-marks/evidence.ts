import type { DatePrecision } from '../../calendar/date-precision.js';
import { RESTATED_WITHIN, type Evidence } from './constants.js';

/**
 * A valuation after the money: of a funding round, or told without its round by a list or a report. Days since
 * 1970-01-01, of a bare month or year the day that it counts as; USD.
 */
export interface Valuation {
  readonly kind: 'round' | 'list' | 'report';
  readonly day: number;
  readonly dayPrecision?: DatePrecision | undefined;
  readonly valuationUsd: number;
  readonly confidence: Evidence;
  readonly sourceUrl: string | null;
}

export type SecondaryKind = 'tender' | 'block' | 'indication' | 'authorized_secondary';

/** An event in the trade of existing shares. */
export interface SecondaryPrint {
  readonly day: number;
  readonly dayPrecision?: DatePrecision | undefined;
  readonly kind: SecondaryKind;
  readonly confidence: Evidence;
  readonly impliedValuationUsd: number | null;
  readonly pricePerShare: number | null;
  readonly sizeUsd: number | null;
  /** What the source says of it, in words. */
  readonly note: string | null;
  readonly sourceUrl: string;
  /** When it was stored, or changed last. */
  readonly recordedAt?: Date | undefined;
}

const SURENESS: readonly Evidence[] = ['indicative', 'reported', 'disclosed'];

/** Of two valuations of one day a round counts before a list, then the surer one, then the larger one. */
function inOrder(one: Valuation, other: Valuation): number {
  return (
    one.day - other.day ||
    Number(one.kind === 'round') - Number(other.kind === 'round') ||
    SURENESS.indexOf(one.confidence) - SURENESS.indexOf(other.confidence) ||
    one.valuationUsd - other.valuationUsd
  );
}

/** The completed valuations up to a day, oldest first: talks are indications. */
function completed(valuations: readonly Valuation[], day: number): readonly Valuation[] {
  return valuations
    .filter((each) => each.day <= day && each.confidence !== 'indicative' && each.valuationUsd > 0)
    .sort(inOrder);
}

/**
 * The last valuation on or before a day; null without one. A list or a report that repeats an earlier valuation is no
 * new fact: the first one counts.
 */
export function lastValuation(valuations: readonly Valuation[], day: number): Valuation | null {
  const known = completed(valuations, day);
  let place = known.length - 1;
  let last = known[place];
  for (
    let before = known[place - 1];
    last !== undefined && last.kind !== 'round' && before !== undefined;
    before = known[place - 1]
  ) {
    if (Math.abs(Math.log(before.valuationUsd / last.valuationUsd)) > RESTATED_WITHIN) break;
    last = before;
    place -= 1;
  }
  return last ?? null;
}
