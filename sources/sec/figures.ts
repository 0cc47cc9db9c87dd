import type { StatementFigure } from '../../engines/statement-figures.js';
import { FIGURE_TAGS, MOST_AMOUNT, type Fact, type Figure } from './facts.js';

/** A figure's value, and the day on which the filing that has it was filed. */
export interface FigureValue {
  readonly value: number;
  readonly filed: number;
}

/** Why a figure is missing. */
export interface Missing {
  readonly reason: string;
}

export type FigureOutcome = FigureValue | Missing;

export function isMissing(outcome: FigureOutcome): outcome is Missing {
  return 'reason' in outcome;
}

export const REASONS = {
  none: { reason: 'no filing has this figure for the quarter' },
  ifrs: { reason: 'the filer reports in IFRS' },
  negativeFourth: { reason: 'the year is less than its first three quarters, which makes the revenue negative' },
  notFinite: { reason: 'the figure computed for the fourth quarter is beyond 10^15' },
  negative: { reason: 'the revenue in the filings is negative' },
  total: { reason: 'later filings have another figure under a narrower tag' },
  twice: { reason: 'the filing has two figures for the quarter' },
  wholeYear: { reason: 'the figure for the quarter is that of the whole year' },
  signs: { reason: 'net income and earnings per share have opposite signs' },
  epsOfFourth: { reason: 'no filing has it for the fourth quarter alone, and earnings per share cannot be subtracted' },
  doubtfulQuarter: { reason: 'a quarter that it would be computed from has doubtful figures' },
  noQuarterBefore: { reason: 'no filing has this figure for the year up to the quarter before' },
  noQuarter: { reason: 'no filing has this figure for each of the first three quarters of the year' },
  fourth: { reason: 'the year and its first three quarters are not all reported under one tag' },
  sum: { reason: 'the first three quarters do not add up to the nine months' },
  restated: { reason: 'the year or some of its quarters were restated' },
} as const satisfies Readonly<Record<string, Missing>>;

/** At an instant, such as the figures of a balance sheet. */
const INSTANT = { least: 0, most: 0 } as const;
const QUARTER = { least: 80, most: 100 } as const;
const YEAR = { least: 350, most: 380 } as const;
const HALF_YEAR = { least: 160, most: 200 } as const;
const NINE_MONTHS = { least: 240, most: 300 } as const;
/** Periods that begin with the fiscal year, by their number of quarters. */
const TO_DATE = [QUARTER, HALF_YEAR, NINE_MONTHS, YEAR] as const;

interface Lengths {
  readonly least: number;
  readonly most: number;
}

export function isQuarter({ days }: Pick<Fact, 'days'>): boolean {
  return isWithin(days, QUARTER);
}

function isWithin(days: number, { least, most }: Lengths): boolean {
  return days >= least && days <= most;
}

/** The newest filing first; of one filing the first tag. */
function byFiling(one: Fact, other: Fact): number {
  return (
    other.filed - one.filed ||
    (one.accession < other.accession ? 1 : one.accession > other.accession ? -1 : one.rank - other.rank)
  );
}

/** Facts of one figure, by the end of their period. */
export type FactsByEnd = ReadonlyMap<number, readonly Fact[]>;

export function factsByEnd(facts: readonly Fact[], figure: StatementFigure): FactsByEnd {
  const byEnd = new Map<number, Fact[]>();
  for (const fact of facts.filter((each) => each.figure === figure).sort(byFiling)) {
    const known = byEnd.get(fact.end);
    if (known === undefined) byEnd.set(fact.end, [fact]);
    else known.push(fact);
  }
  return byEnd;
}

/** Facts for the periods of these lengths that end on a day, newest filing first: in USD, if there are any. */
function factsOf(facts: FactsByEnd, end: number, lengths: Lengths): readonly Fact[] {
  const all = (facts.get(end) ?? []).filter(({ days }) => isWithin(days, lengths));
  const dollars = all.filter(({ currency, taxonomy }) => currency === 'USD' && taxonomy === 'us-gaap');
  return dollars.length > 0 ? dollars : all;
}

/** The figure for the period: the latest filing counts. */
function reported(facts: FactsByEnd, end: number, lengths: Lengths): FigureOutcome {
  const all = factsOf(facts, end, lengths);
  const [newest] = all;
  if (newest === undefined) return REASONS.none;
  if (newest.taxonomy === 'ifrs-full') return REASONS.ifrs;
  if (newest.currency !== 'USD') return { reason: `the filer reports in ${newest.currency}, not in US dollars` };
  if (newest.figure === 'revenue' && newest.value < 0) return REASONS.negative;
  const isSame = ({ accession, tag }: Fact): boolean => accession === newest.accession && tag === newest.tag;
  if (all.some((fact) => isSame(fact) && fact.value !== newest.value)) return REASONS.twice;
  // A note may tag a part of the revenue, where an earlier filing tagged its total.
  const isTotal = ({ rank, value }: Fact): boolean =>
    newest.figure === 'revenue' && rank < newest.rank && value !== newest.value;
  return all.some(isTotal) ? REASONS.total : { value: newest.value, filed: newest.filed };
}

/** A figure at the end of a day. */
export function instantFigure(facts: FactsByEnd, end: number): FigureOutcome {
  return reported(facts, end, INSTANT);
}

/** A figure for the fiscal year that ends on a day. */
export function yearFigure(facts: FactsByEnd, end: number): FigureOutcome {
  return reported(facts, end, YEAR);
}

/**
 * An amount for a quarter that ends on a day: its own, else what the year has come to by then less what it had come to
 * by the quarter before, under one tag and as of the same restatements.
 */
export function amountOfQuarter(
  facts: FactsByEnd,
  { end, quarter, endBefore }: { readonly end: number; readonly quarter: number; readonly endBefore: number | null },
): FigureOutcome {
  const alone = quarterFigure(facts, end);
  const toDate = reported(facts, end, TO_DATE[quarter - 1] ?? YEAR);
  if (quarter === 1) return alone;
  if (!isMissing(alone)) {
    const isYear = quarter === 4 && !isMissing(toDate) && toDate.value === alone.value && alone.value !== 0;
    return isYear ? REASONS.wholeYear : alone;
  }
  if (alone !== REASONS.none || isMissing(toDate)) return alone !== REASONS.none ? alone : toDate;
  if (endBefore === null) return REASONS.noQuarterBefore;
  const [long, short] = [
    factsOf(facts, end, TO_DATE[quarter - 1] ?? YEAR),
    factsOf(facts, endBefore, TO_DATE[quarter - 2] ?? QUARTER),
  ];
  let outcome: FigureOutcome = REASONS.noQuarterBefore;
  for (const tag of new Set(long.map((fact) => fact.tag))) {
    const ofTag = long.filter((fact) => fact.tag === tag && fact.value === toDate.value);
    const [newest] = ofTag;
    const before = short.filter(
      (fact) => fact.tag === tag && newest !== undefined && Math.abs(fact.start - newest.start) <= MOST_DAYS_APART,
    );
    const [shorter] = before;
    if (newest === undefined || shorter === undefined) continue;
    if (isMixed([long.filter((fact) => fact.tag === tag), before])) outcome = REASONS.restated;
    else return { value: newest.value - shorter.value, filed: Math.max(newest.filed, shorter.filed) };
  }
  return outcome;
}

/** A figure for the first, second or third quarter that ends on a day. */
export function quarterFigure(facts: FactsByEnd, end: number): FigureOutcome {
  return reported(facts, end, QUARTER);
}

/**
 * A figure for the fourth quarter: its own, else the year less three quarters unless it is a per-share figure.
 * `isDoubtful` tells whether the figure of the quarter that ends on a day is wrong by all appearances.
 */
export function fourthQuarterFigure(
  facts: FactsByEnd,
  end: number,
  figure: Figure,
  isDoubtful: (end: number) => boolean,
): FigureOutcome {
  const alone = quarterFigure(facts, end);
  const year = reported(facts, end, YEAR);
  if (!isMissing(alone)) {
    const isYear = !isMissing(year) && year.value === alone.value && alone.value !== 0;
    return isYear ? REASONS.wholeYear : alone;
  }
  if (alone !== REASONS.none) return alone;
  if (isMissing(year)) return year;
  if (figure.startsWith('eps')) return REASONS.epsOfFourth;
  return subtracted(facts, end, year, figure, isDoubtful);
}

/** The year less its first three quarters, all under one tag and as of the same restatements. */
function subtracted(
  facts: FactsByEnd,
  end: number,
  year: FigureValue,
  figure: Figure,
  isDoubtful: (end: number) => boolean,
): FigureOutcome {
  let outcome: FigureOutcome | undefined;
  for (const tag of FIGURE_TAGS[figure]) {
    const ofTag = new Map(
      [...facts].map(([day, all]) => [day, all.filter((fact) => fact.tag === tag && fact.currency === 'USD')]),
    );
    const years = factsOf(ofTag, end, YEAR);
    if (years[0]?.value !== year.value) continue;
    const quarters = quartersBefore(ofTag, years[0]);
    if (quarters === undefined) continue;
    // The year's own filing may have it under another tag.
    if (quarters.some(([fact]) => fact !== undefined && isDoubtful(fact.end))) outcome = REASONS.doubtfulQuarter;
    else if (isMixed([factsOf(facts, end, YEAR), ...quarters])) outcome = REASONS.restated;
    else outcome = fourthOf(ofTag, years[0], quarters);
    if (!isMissing(outcome)) return outcome;
  }
  return outcome ?? (hasAllQuarters(facts, end) ? REASONS.fourth : REASONS.noQuarter);
}

/** Whether the figure is reported for each of the first three quarters of the year, under whatever tags. */
function hasAllQuarters(facts: FactsByEnd, end: number): boolean {
  const inDollars = new Map([...facts].map(([day, all]) => [day, all.filter(({ currency }) => currency === 'USD')]));
  const [year] = factsOf(inDollars, end, YEAR);
  return year !== undefined && quartersBefore(inDollars, year) !== undefined;
}

type Quarter = readonly Fact[];

/** How far apart the end of one quarter and the start of the next may be in the filings. */
const MOST_DAYS_APART = 3;

/** The facts of the first three quarters, each newest first, if the year consists of them and another one. */
function quartersBefore(facts: FactsByEnd, year: Fact): readonly [Quarter, Quarter, Quarter] | undefined {
  const starting = (day: number): Quarter => {
    const all = [...facts.values()].flatMap((each) =>
      each.filter((fact) => isQuarter(fact) && Math.abs(fact.start - day) <= MOST_DAYS_APART),
    );
    return all.filter(({ end }) => end === all[0]?.end).sort(byFiling);
  };
  const first = starting(year.start);
  const second = first[0] === undefined ? [] : starting(first[0].end + 1);
  const third = second[0] === undefined ? [] : starting(second[0].end + 1);
  return third[0] === undefined || third[0].end >= year.end ? undefined : [first, second, third];
}

function fourthOf(facts: FactsByEnd, year: Fact, quarters: readonly Quarter[]): FigureOutcome {
  const newest = quarters.flatMap(([fact]) => (fact === undefined ? [] : [fact]));
  const last = newest.at(-1);
  if (last === undefined) return REASONS.fourth;
  const sum = newest.reduce((total, { value }) => total + value, 0);
  const nineMonths = factsOf(facts, last.end, NINE_MONTHS).find(
    ({ start }) => Math.abs(start - year.start) <= MOST_DAYS_APART,
  );
  if (
    nineMonths !== undefined &&
    !isSum(
      nineMonths.value,
      newest.map(({ value }) => value),
    )
  )
    return REASONS.sum;
  const value = year.value - sum;
  if (!(Math.abs(value) <= MOST_AMOUNT)) return REASONS.notFinite;
  if (year.figure === 'revenue' && value < 0) return REASONS.negativeFourth;
  return { value, filed: Math.max(year.filed, ...newest.map(({ filed }) => filed)) };
}

/** From the filing of a quarter to that of the year which restates it, and from a period to its own filing, at most. */
const MOST_DAYS_BETWEEN = 300;

/**
 * Whether some of the four figures may be from before a restatement and others from after it. Comparisons restate a
 * year over four filings: those that have changed must have done so within that time, and the others be filed again
 * since.
 */
function isMixed(all: readonly (readonly Fact[])[]): boolean {
  const changes = all.flatMap((facts) => lastChange(facts) ?? []);
  if (changes.length === 0) return false;
  const since = Math.min(...changes);
  if (Math.max(...changes) - since > MOST_DAYS_BETWEEN) return true;
  return !all.every((facts) => facts.some(({ filed }) => filed >= since));
}

/** When the newest value was filed first, if it is not that of the period's own filing. Facts are newest first. */
function lastChange(facts: readonly Fact[]): number | undefined {
  const oldValue = facts.findIndex(({ value }) => value !== facts[0]?.value);
  const first = facts.at(oldValue < 0 ? -1 : oldValue - 1);
  if (first === undefined) return undefined;
  return oldValue >= 0 || first.filed - first.end > MOST_DAYS_BETWEEN ? first.filed : undefined;
}

const LARGEST_UNIT = 1_000_000;

/** Whether the parts add up to the sum, but for the rounding of each to the unit in which they are reported. */
function isSum(sum: number, parts: readonly number[]): boolean {
  let unit = LARGEST_UNIT;
  while (unit > 1 && [sum, ...parts].some((value) => value % unit !== 0)) unit /= 10;
  return Math.abs(sum - parts.reduce((total, part) => total + part, 0)) <= parts.length * unit;
}
