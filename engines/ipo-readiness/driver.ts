import type { DatePrecision } from '../../calendar/date-precision.js';

/** A fact that tells how near a listing a company is, and where it was read. */
export interface Driver {
  readonly fact: string;
  /** The fact in plain words. */
  readonly detail: string;
  /** 0 to 100. */
  readonly score: number;
  /** Day since 1970-01-01 that the fact is of. */
  readonly asOfDay: number;
  readonly asOfPrecision?: DatePrecision | undefined;
  readonly sourceUrl: string | null;
}

/** A value with the day it is of and the page that tells it. */
export interface Told<Value> {
  readonly value: Value;
  readonly asOfDay: number;
  readonly asOfPrecision?: DatePrecision | undefined;
  readonly sourceUrl: string | null;
}

const FULL = 100;

/** `part` of 1 as a score from 0 to 100. */
export function scoreOf(part: number): number {
  return FULL * Math.min(1, Math.max(0, part));
}

/** Where `value` is between `low`, which scores 0, and `high`, which scores 100, by powers of ten. */
export function logScore(value: number, low: number, high: number): number {
  return value <= 0 ? 0 : scoreOf(Math.log10(value / low) / Math.log10(high / low));
}

/** A yearly growth as a score: no growth 50, twice as much 100, half as much 0. */
export function growthScore(yearly: number): number {
  return yearly <= -1 ? 0 : scoreOf(0.5 + 0.5 * Math.log2(1 + yearly));
}

export function driver(fact: string, told: Told<unknown>, detail: string, score: number): Driver {
  const { asOfDay, asOfPrecision, sourceUrl } = told;
  return { fact, detail, score, asOfDay, asOfPrecision, sourceUrl };
}
