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
 * One cell for each security and day, by security, on shared memory that several threads fill. The day on which a signal
 * was resolved is 0 where there is none.
 */
export interface Cells {
  readonly span: CellSpan;
  readonly shared: SharedArrayBuffer;
}

export interface CellColumns {
  /** Total return over the horizon, a decimal. */
  readonly forward: Float64Array;
  readonly resolvedDay: Int32Array;
  /** Levels of the composite, then of the factors in the order of `FACTOR_NAMES`. */
  readonly levels: readonly Uint16Array[];
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
  return { span, shared: new SharedArrayBuffer(span.days * span.securities * BYTES_PER_CELL) };
}

function columnsOf({ span, shared }: Cells): CellColumns {
  return columnsIn(shared, span.days * span.securities);
}

function columnsIn(memory: SharedArrayBuffer | ArrayBuffer, count: number): CellColumns {
  return {
    forward: new Float64Array(memory, 0, count),
    resolvedDay: new Int32Array(memory, 8 * count, count),
    levels: Array.from({ length: SCORES }, (_, score) => new Uint16Array(memory, (12 + 2 * score) * count, count)),
  };
}

/** Days at a time that are turned from cells by security into cells by day: what fits a processor's cache. */
const DAYS_AT_ONCE = 16;

/** Whether no security has the score on any day. */
function isEmpty(levels: Uint16Array): boolean {
  for (let cell = 0; cell < levels.length; cell += 1) if (levels[cell] !== NO_SCORE) return false;
  return true;
}

function turn<Column extends Float64Array | Int32Array | Uint16Array>(
  from: Column,
  into: Column,
  span: CellSpan,
  first: number,
): void {
  const { days, securities } = span;
  const count = Math.min(DAYS_AT_ONCE, days - first);
  for (let place = 0; place < securities; place += 1)
    for (let i = 0; i < count; i += 1) into[i * securities + place] = from[place * days + first + i] as number;
}

/** The cells of each day, one for each security, on memory that is used again: days since 1970-01-01, oldest first. */
export function* dailyCells({ span, shared }: Cells): Generator<{ readonly day: number; readonly cells: CellColumns }> {
  const all = columnsOf({ span, shared });
  const { securities } = span;
  const held = all.levels.map((column) => !isEmpty(column));
  const turned = columnsIn(new ArrayBuffer(DAYS_AT_ONCE * securities * BYTES_PER_CELL), DAYS_AT_ONCE * securities);
  for (let first = 0; first < span.days; first += DAYS_AT_ONCE) {
    turn(all.forward, turned.forward, span, first);
    turn(all.resolvedDay, turned.resolvedDay, span, first);
    all.levels.forEach(
      (column, score) => held[score] === true && turn(column, turned.levels[score] ?? column, span, first),
    );
    for (let i = 0; i < Math.min(DAYS_AT_ONCE, span.days - first); i += 1) {
      const [from, to] = [i * securities, (i + 1) * securities];
      const cells = {
        forward: turned.forward.subarray(from, to),
        resolvedDay: turned.resolvedDay.subarray(from, to),
        levels: turned.levels.map((column) => column.subarray(from, to)),
      };
      yield { day: span.fromDay + first + i, cells };
    }
  }
}

/** Fills one column with the levels of the scores that are numbers, each at the cell of its day. */
function fillLevels(into: Uint16Array, cells: Int32Array, from: number, scores: Float64Array): void {
  for (let i = 0; i < cells.length; i += 1) {
    const [cell, score] = [cells[i] as number, scores[from + i] as number];
    if (cell >= 0 && score >= 0) into[cell] = Math.round(score * LEVELS_PER_POINT) + 1;
  }
}

/** Fills the cells of one security. */
export type FillCells = (place: number, record: CardRecord, bars: Pick<DailyBars, 'days' | 'adjClose'>) => void;

/**
 * Fills the cells of the security at a place: each of its composites in the span with the return from that day's close to
 * the close of its 21st session after it. Composites that are not resolved, or on days without a price, stay out.
 */
export function cellFiller(cells: Cells): FillCells {
  const { forward, resolvedDay, levels } = columnsOf(cells);
  const { fromDay, days } = cells.span;
  return (place, record, bars) => {
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
      const cell = place * days + day - fromDay;
      places[i] = cell;
      forward[cell] = change;
      resolvedDay[cell] = barDays[end] as number;
    }
    fillLevels(levels[0] ?? new Uint16Array(), places, first, record.score);
    FACTOR_NAMES.forEach((name, factor) =>
      fillLevels(levels[factor + 1] ?? new Uint16Array(), places, first, record.factors[name]),
    );
  };
}
