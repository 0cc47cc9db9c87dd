import { firstDayOfMonthIndex, monthIndexOf } from '../../calendar/days.js';
import { at } from '../series.js';
import { TIE } from '../ties.js';
import { dailyCells, DIRECTIONS, NO_SCORE, SCORE_LEVELS, type Cells, type CellColumns } from './cells.js';
import { CARD } from './constants.js';
import { markSteps, NumberSorter, rankCorrelation, type Ranked } from './ranks.js';

/** Signals count that were resolved after `after`, up to `until` (days since 1970-01-01). */
export interface Resolved {
  readonly after: number;
  readonly until: number;
}

/** What the card needs of one day of signals. */
export interface CardDay {
  readonly day: number;
  /** Signals with a direction, and how many of them were right. */
  readonly signals: number;
  readonly wins: number;
  /** Of the same signals, those whose price rose, whatever their direction. */
  readonly rose: number;
  /** Sum of their direction-adjusted returns, and of the squares. */
  readonly sum: number;
  readonly squares: number;
  /** Spearman's correlation of score and return among the signals with a direction; NaN with too few. */
  readonly rankIc: number;
  /** The same of each factor among all securities that have it. */
  readonly factorIcs: readonly number[];
}

/** Signals with a direction by score level, in tenths of a point: those that fell or stayed, and those that rose. */
export interface Outcomes {
  readonly fell: Float64Array;
  readonly rose: Float64Array;
}

/** Signals with a direction of one calendar month. */
export interface CardMonth {
  readonly month: number;
  /** Made in the month, of those that count. */
  readonly made: Outcomes;
  /** Resolved in the month, whenever made: what a probability of a later month may be fitted on. */
  readonly resolved: Outcomes;
}

/** Oldest first. */
export interface CardSums {
  readonly days: readonly CardDay[];
  readonly months: readonly CardMonth[];
}

/** Each level, or none in the place of those that take no side. */
const DIRECTED = Uint16Array.from(DIRECTIONS, (direction, level) => (direction === 0 ? NO_SCORE : level));

const noOutcomes = (): Outcomes => ({ fell: new Float64Array(SCORE_LEVELS), rose: new Float64Array(SCORE_LEVELS) });

/** Outcomes that are being counted: those that rose after those that fell, so that counting needs no branch. */
class OutcomeCounts {
  readonly #counts = new Float64Array(2 * SCORE_LEVELS);

  add(level: number, hasRisen: boolean): void {
    const place = level + SCORE_LEVELS * Number(hasRisen);
    this.#counts[place] = (this.#counts[place] as number) + 1;
  }

  /** Adds the counts to others, and begins again. */
  moveInto({ fell, rose }: Outcomes): void {
    const counts = this.#counts;
    for (let level = 0; level < SCORE_LEVELS; level += 1) {
      fell[level] = (fell[level] as number) + (counts[level] as number);
      rose[level] = (rose[level] as number) + (counts[SCORE_LEVELS + level] as number);
    }
    counts.fill(0);
  }
}

export function addOutcomes(into: Outcomes, other: Outcomes): void {
  for (let level = 0; level < SCORE_LEVELS; level += 1) {
    into.fell[level] = at(into.fell, level) + at(other.fell, level);
    into.rose[level] = at(into.rose, level) + at(other.rose, level);
  }
}

/** The months by index, created on first use. */
class Months {
  readonly #months = new Map<number, CardMonth>();

  of(month: number): CardMonth {
    const known = this.#months.get(month);
    if (known !== undefined) return known;
    const created = { month, made: noOutcomes(), resolved: noOutcomes() };
    this.#months.set(month, created);
    return created;
  }

  sorted(): readonly CardMonth[] {
    return [...this.#months.values()].sort((one, other) => one.month - other.month);
  }
}

/** One after the other: of several spans of days, oldest first. */
export function joinSums(parts: readonly CardSums[]): CardSums {
  const months = new Months();
  for (const { month, made, resolved } of parts.flatMap((part) => part.months)) {
    addOutcomes(months.of(month).made, made);
    addOutcomes(months.of(month).resolved, resolved);
  }
  return { days: parts.flatMap(({ days }) => days), months: months.sorted() };
}

/** The securities of one day whose signals count, in memory that all days share. */
class DaySection {
  count = 0;
  readonly #cells: Int32Array;
  /** In ascending order of their returns. */
  readonly #sorted: Int32Array;
  readonly #forward: Float64Array;
  /** Of one score at a time. */
  readonly #levels: Uint16Array;
  readonly #steps: Uint8Array;
  readonly #byLevel = new Float64Array(SCORE_LEVELS);
  readonly #sorter: NumberSorter;

  constructor(securities: number) {
    this.#cells = new Int32Array(securities);
    this.#sorted = new Int32Array(securities);
    this.#forward = new Float64Array(securities);
    this.#levels = new Uint16Array(securities);
    this.#steps = new Uint8Array(securities);
    this.#sorter = new NumberSorter(securities);
  }

  add(cell: number): void {
    this.#cells[this.count] = cell;
    this.count += 1;
  }

  /** Of the composite among signals with a direction, then of each factor. */
  correlations({ forward, levels }: CellColumns): readonly number[] {
    const [cells, sorted, count] = [this.#cells, this.#sorted, this.count];
    for (let i = 0; i < count; i += 1) this.#forward[i] = forward[cells[i] as number] as number;
    const order = this.#sorter.order(this.#forward, count);
    const hasTies = markSteps(this.#forward, order, count, this.#steps);
    for (let i = 0; i < count; i += 1) sorted[i] = cells[order[i] as number] as number;
    const ranked = { count, levels: this.#levels, steps: this.#steps, hasTies, byLevel: this.#byLevel };
    return levels.map((column, score) => {
      if (column === null) return Number.NaN;
      this.#byLevel.fill(0);
      if (score === 0) gatherDirected(column, sorted, ranked);
      else gather(column, sorted, ranked);
      return rankCorrelation(ranked, CARD.minSecurities);
    });
  }
}

type Gathered = Pick<Ranked, 'count' | 'levels' | 'byLevel'>;

/** The levels of cells, and how many each level has. */
function gather(column: Uint16Array, cells: Int32Array, { count, levels, byLevel }: Gathered): void {
  for (let i = 0; i < count; i += 1) {
    const level = column[cells[i] as number] as number;
    levels[i] = level;
    byLevel[level] = (byLevel[level] as number) + 1;
  }
}

/** The same without levels that take no side. */
function gatherDirected(column: Uint16Array, cells: Int32Array, { count, levels, byLevel }: Gathered): void {
  for (let i = 0; i < count; i += 1) {
    const level = DIRECTED[column[cells[i] as number] as number] as number;
    levels[i] = level;
    byLevel[level] = (byLevel[level] as number) + 1;
  }
}

/** Months in which signals are resolved; those of one day are mostly of one month, which is found without a search. */
class Resolutions {
  #month: CardMonth | undefined;
  #from = 0;
  #to = 0;

  readonly #counts = new OutcomeCounts();
  readonly #months: Months;

  constructor(months: Months) {
    this.#months = months;
  }

  /** Counts a signal that was resolved on a day. */
  add(day: number, level: number, hasRisen: boolean): void {
    if (!(day >= this.#from && day < this.#to)) this.#moveTo(monthIndexOf(day));
    this.#counts.add(level, hasRisen);
  }

  /** Adds what was counted to its month. */
  finish(): void {
    if (this.#month !== undefined) this.#counts.moveInto(this.#month.resolved);
  }

  #moveTo(month: number): void {
    this.finish();
    this.#month = this.#months.of(month);
    [this.#from, this.#to] = [firstDayOfMonthIndex(month), firstDayOfMonthIndex(month + 1)];
  }
}

/** The sums of all cells, with those of every month that a later probability may be fitted on. */
export function cardSums(cells: Cells, window: Resolved): CardSums {
  const months = new Months();
  const section = new DaySection(cells.span.securities);
  const resolutions = new Resolutions(months);
  const made = new OutcomeCounts();
  const counted: CardDay[] = [];
  for (const { day, cells: ofDay } of dailyCells(cells)) {
    section.count = 0;
    const signals = countSignals(ofDay, { window, section, resolutions, made });
    if (signals.signals > 0) made.moveInto(months.of(monthIndexOf(day)).made);
    if (section.count === 0) continue;
    const [rankIc = Number.NaN, ...factorIcs] = section.correlations(ofDay);
    counted.push({ day, ...signals, rankIc, factorIcs });
  }
  resolutions.finish();
  return { days: counted, months: months.sorted() };
}

interface CountedInto {
  readonly window: Resolved;
  readonly section: DaySection;
  readonly resolutions: Resolutions;
  /** Outcomes of what was made on the day. */
  readonly made: OutcomeCounts;
}

/** Counts the signals of one day. */
function countSignals(
  { forward, resolvedDay, levels: [composite] }: CellColumns,
  { window, section, resolutions, made }: CountedInto,
): Pick<CardDay, 'signals' | 'wins' | 'rose' | 'sum' | 'squares'> {
  let [signals, wins, rose, sum, squares] = [0, 0, 0, 0, 0];
  if (composite === null || composite === undefined) return { signals, wins, rose, sum, squares };
  for (let cell = 0; cell < forward.length; cell += 1) {
    const resolved = resolvedDay[cell] as number;
    if (resolved === 0 || resolved > window.until) continue;
    const [level, change] = [composite[cell] as number, forward[cell] as number];
    const direction = DIRECTIONS[level] as number;
    if (direction !== 0) resolutions.add(resolved, level, change > TIE);
    if (resolved <= window.after) continue;
    section.add(cell);
    if (direction === 0) continue;
    const hasRisen = change > TIE;
    made.add(level, hasRisen);
    const gain = direction * change;
    signals += 1;
    rose += Number(hasRisen);
    wins += Number(gain > TIE);
    sum += gain;
    squares += gain * gain;
  }
  return { signals, wins, rose, sum, squares };
}
