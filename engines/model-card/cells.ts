import type { DailyBars } from '../../calendar/bars.js';
import { at, lowerBound } from '../series.js';
import { labelOf } from '../signal/composite.js';
import { CLAIMS } from '../cohorts.js';
import { FACTOR_NAMES, type FactorName } from '../signal/constants.js';
import { CARD } from './constants.js';

/** Scores enter as they are shown: level 1 is 0.0, level 1001 is 100.0. */
export const SCORE_LEVELS = 1002;
/** Level of a security without this score on the day. */
export const NO_SCORE = 0;

const LEVELS_PER_POINT = 10;

export function scoreOf(level: number): number {
  return (level - 1) / LEVELS_PER_POINT;
}

/** Side that the label of each score level takes: 1 up, −1 down, 0 none. */
export const DIRECTIONS = Int8Array.from({ length: SCORE_LEVELS }, (_, level) => {
  const claim = CLAIMS[labelOf(scoreOf(level))];
  return level === NO_SCORE || claim === 'level' ? 0 : claim === 'above' ? 1 : -1;
});

/** Days since 1970-01-01 of the signals, and how many securities there are. */
export interface CellSpan {
  readonly fromDay: number;
  readonly days: number;
  readonly securities: number;
}

/**
 * One cell for each day and security, by day, on shared memory that several threads fill. The day on which a signal was
 * resolved is 0 where there is none.
 */
export interface Cells {
  readonly span: CellSpan;
  readonly shared: SharedArrayBuffer;
}

export interface CellColumns {
  /** Total return over the horizon, a decimal. */
  readonly forward: Float64Array;
  readonly resolvedDay: Int32Array;
  /** Levels of the composite, then of the factors in the order of `FACTOR_NAMES`; null if no security has the score. */
  readonly levels: readonly (Uint16Array | null)[];
}

/** Recorded composites of one security. */
export interface CardRecord {
  readonly days: Int32Array;
  readonly score: Float64Array;
  readonly factors: Readonly<Record<FactorName, Float64Array>>;
}

const SCORES = 1 + FACTOR_NAMES.length;
const BYTES_PER_CELL = 8 + 4 + 2 * SCORES;

export function createCells(span: CellSpan): Cells {
  return { span, shared: new SharedArrayBuffer(span.days * span.securities * BYTES_PER_CELL + SCORES + span.days) };
}

/** Columns of `count` cells, and marks of what has a cell, in one memory. */
function columnsIn(memory: SharedArrayBuffer | ArrayBuffer, count: number, days: number) {
  const end = count * BYTES_PER_CELL;
  return {
    forward: new Float64Array(memory, 0, count),
    resolvedDay: new Int32Array(memory, 8 * count, count),
    levels: Array.from({ length: SCORES }, (_, score) => new Uint16Array(memory, (12 + 2 * score) * count, count)),
    /** 1 for the scores, and for the days, that have a cell. */
    heldScores: new Uint8Array(memory, end, SCORES),
    heldDays: new Uint8Array(memory, end + SCORES, days),
  };
}

const columnsOf = ({ span, shared }: Cells) => columnsIn(shared, span.days * span.securities, span.days);

/** The cells of each day that has one, a cell for each security: days since 1970-01-01, oldest first. */
export function* dailyCells(cells: Cells): Generator<{ readonly day: number; readonly cells: CellColumns }> {
  const { forward, resolvedDay, levels, heldScores, heldDays } = columnsOf(cells);
  const { fromDay, days, securities } = cells.span;
  for (let day = 0; day < days; day += 1) {
    if (heldDays[day] !== 1) continue;
    const [from, to] = [day * securities, (day + 1) * securities];
    const ofDay = {
      forward: forward.subarray(from, to),
      resolvedDay: resolvedDay.subarray(from, to),
      levels: levels.map((column, score) => (heldScores[score] === 1 ? column.subarray(from, to) : null)),
    };
    yield { day: fromDay + day, cells: ofDay };
  }
}

/** Added and cut off, it rounds as `Math.round` does from 0 to 1000, without a branch as random as the scores are. */
const BELOW_HALF = 0.5 - Number.EPSILON / 4;

/** Fills one column with the levels of the scores that are numbers, each at its day's cell; whether there are any. */
function fillLevels(into: Uint16Array, cells: Int32Array, from: number, scores: Float64Array): boolean {
  let isHeld = false;
  for (let i = 0; i < cells.length; i += 1) {
    const score = scores[from + i] as number;
    if (!(score >= 0)) continue;
    const cell = cells[i] as number;
    if (cell < 0) continue;
    into[cell] = Math.trunc(score * LEVELS_PER_POINT + BELOW_HALF) + 1;
    isHeld = true;
  }
  return isHeld;
}

/** A security whose cells are filled. */
export interface CardSecurity {
  readonly record: CardRecord;
  readonly bars: Pick<DailyBars, 'days' | 'adjClose'>;
}

/** Securities whose cells are computed in a processor's cache, and then written day by day. */
const SECURITIES_AT_ONCE = 16;

/**
 * Fills the cells of securities from a place on: each of their composites in the span with the return from that day's
 * close to the close of its 21st session after it. Composites that are not resolved, or on days without a price, stay
 * out.
 */
export function fillCells(cells: Cells, from: number, securities: readonly CardSecurity[]): void {
  const all = columnsOf(cells);
  const { days } = cells.span;
  const memory = new ArrayBuffer(days * SECURITIES_AT_ONCE * BYTES_PER_CELL + SCORES + days);
  const group = columnsIn(memory, days * SECURITIES_AT_ONCE, days);
  const bytes = new Uint8Array(memory);
  for (let first = 0; first < securities.length; first += SECURITIES_AT_ONCE) {
    bytes.fill(0);
    const members = securities.slice(first, first + SECURITIES_AT_ONCE);
    members.forEach((security, place) => fillSecurity(group, cells.span, place, security));
    for (let day = 0; day < days; day += 1) {
      if (group.heldDays[day] !== 1) continue;
      all.heldDays[day] = 1;
      const [source, into] = [day * SECURITIES_AT_ONCE, day * cells.span.securities + from + first];
      copyCells(group, all, { source, into, count: members.length });
    }
    group.heldScores.forEach((isHeld, score) => {
      if (isHeld === 1) all.heldScores[score] = 1;
    });
  }
}

type Columns = ReturnType<typeof columnsIn>;

/** Copies cells from one place on to those from another one on. */
function copyCells(
  group: Columns,
  all: Columns,
  { source, into, count }: { readonly source: number; readonly into: number; readonly count: number },
): void {
  for (let i = 0; i < count; i += 1) {
    all.forward[into + i] = group.forward[source + i] as number;
    all.resolvedDay[into + i] = group.resolvedDay[source + i] as number;
  }
  for (let score = 0; score < SCORES; score += 1) {
    const [from, to] = [group.levels[score], all.levels[score]];
    if (group.heldScores[score] !== 1 || from === undefined || to === undefined) continue;
    for (let i = 0; i < count; i += 1) to[into + i] = from[source + i] as number;
  }
}

/** Fills the cells of one of a group of securities. */
function fillSecurity(
  { forward, resolvedDay, levels, heldScores, heldDays }: Columns,
  { fromDay, days }: CellSpan,
  place: number,
  { record, bars }: CardSecurity,
): void {
  const first = lowerBound(record.days, fromDay);
  const places = new Int32Array(lowerBound(record.days, fromDay + days) - first).fill(-1);
  const { days: barDays, adjClose: closes } = bars;
  const barCount = barDays.length;
  for (let i = 0, b = lowerBound(bars.days, at(record.days, first)); i < places.length; i += 1) {
    const day = record.days[first + i] as number;
    while (b < barCount && (barDays[b] as number) < day) b += 1;
    const end = b + CARD.horizonSessions;
    if (end >= barCount) break;
    const [before, after] = [closes[b] as number, closes[end] as number];
    const change = after / before - 1;
    if (barDays[b] !== day || !(before > 0 && after > 0 && Number.isFinite(change))) continue;
    if (Number.isNaN(record.score[first + i])) continue;
    const cell = (day - fromDay) * SECURITIES_AT_ONCE + place;
    places[i] = cell;
    heldDays[day - fromDay] = 1;
    forward[cell] = change;
    resolvedDay[cell] = barDays[end] as number;
  }
  [record.score, ...FACTOR_NAMES.map((name) => record.factors[name])].forEach((scores, score) => {
    if (fillLevels(levels[score] ?? new Uint16Array(), places, first, scores)) heldScores[score] = 1;
  });
}
