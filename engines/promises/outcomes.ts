import { comparisonBase } from './comparison-base.js';
import type { Figure } from './figures.js';
import { statedFigure, type LaterCalls, type Pledge, type Replacement } from './later-calls.js';
import type { StatedFigure, Statement } from './statements.js';
import { contentOf, likeness, shared } from './subjects.js';
import { isCost, namesTopic, type PromiseTopic } from './topics.js';

export type PromiseStatus = 'kept' | 'missed' | 'walked_back' | 'pending';

/** How a promise stands. */
export interface Outcome {
  readonly status: PromiseStatus;
  /** The statement that decided it; null if none did. */
  readonly receipt: Statement | null;
  /** Whether a pending promise's newest mention is not below plan. */
  readonly isOnTrack: boolean;
  /** The reported figure that decided it; null if none did. */
  readonly reportedValue: number | null;
}

const DECIDED = {
  receipt: null,
  isOnTrack: false,
  reportedValue: null,
} as const;
const LIKE = 0.5;
const EPSILON = 1e-9;
/** Words shared by a deed and the sentence that tells what became of it. */
const SHARED_WORDS = 3;

function isSameBasis(one: Statement, other: Statement): boolean {
  return one.basis === null || other.basis === null || one.basis === other.basis;
}

function middle({ low, high }: Figure): number {
  return (low + high) / 2;
}

/** Whether a new figure for the same period asks less of the company than the promised one. */
function isBelowPlan(topic: PromiseTopic, promised: Figure, revised: Figure): boolean {
  return isCost(topic)
    ? revised.high > promised.high + EPSILON && middle(revised) > middle(promised) + EPSILON
    : revised.low < promised.low - EPSILON && middle(revised) < middle(promised) - EPSILON;
}

function isReached(topic: PromiseTopic, promised: Figure, actual: number): boolean {
  const slack = EPSILON * Math.max(1, Math.abs(actual));
  return isCost(topic) ? actual <= promised.high + slack : actual >= promised.low - slack;
}

/** Whether two growths are measured against the same; amounts are against nothing. */
function isSameBase({ text, commitment: { due, figure } }: Pledge, other: Statement): boolean {
  if (due === null || figure?.unit === 'usd' || figure?.unit === 'count') return true;
  return comparisonBase(text, due) === comparisonBase(other.text, due);
}

/** How alike the results of a topic are that two figures are of, 0 to 1. */
function isAbout(pledge: Pledge, other: Statement, figure: StatedFigure): number {
  const promised = statedFigure(pledge);
  if (promised === null || !isSameBasis(pledge, other) || !isSameBase(pledge, other)) return 0;
  // Without a segment, only the named measure tells that both are of the same.
  if (promised.subject.size === 0 && !namesTopic(pledge.text)) return 0;
  return likeness(promised.subject, figure.subject);
}

/** Whether two promises of the same period, topic and unit are of the same result. */
export function isSamePromise(pledge: Pledge, other: Pledge): boolean {
  const figure = statedFigure(other);
  return figure !== null && isAbout(pledge, other, figure) >= LIKE;
}

/** How many times as large an amount is at least if it is of a year instead of a quarter. */
const OTHER_PERIOD = 2;

/**
 * Whether an amount may be of the promised period. The period of a promise that names none is that of the sentences
 * before it, which may be wrong: an amount of half the size or twice is then of a quarter instead of the year, or the
 * reverse.
 */
function isOfPeriod({ commitment: { figure, isPeriodNamed } }: Pledge, value: number): boolean {
  if (isPeriodNamed || figure === null || (figure.unit !== 'usd' && figure.unit !== 'count')) return true;
  const ratio = value / middle(figure);
  return ratio > 1 / OTHER_PERIOD && ratio < OTHER_PERIOD;
}

/** Whether a later promise names a figure of the promise as what was expected before, for no other period. */
function isReplaced(pledge: Pledge, { pledge: newer, former }: Replacement): boolean {
  const [{ due }, { due: newDue }] = [pledge.commitment, newer.commitment];
  if (newer.index <= pledge.index || (due !== null && newDue !== null && due !== newDue)) return false;
  return isSamePromise(pledge, newer) || isAbout(pledge, newer, former) >= LIKE;
}

/** The newest later promise of the same result for the same period. */
function revisionOf(pledge: Pledge, later: LaterCalls): Pledge | undefined {
  const isRevision = (each: Pledge): boolean => {
    const figure = statedFigure(each);
    if (each.index <= pledge.index || figure === null || !isSamePromise(pledge, each)) return false;
    return isOfPeriod(pledge, middle(figure)) && isOfPeriod(each, middle(pledge.commitment.figure ?? figure));
  };
  const like = later.pledgesLike(pledge).find(isRevision);
  return like ?? later.pledgesInstead(pledge).find((each) => isReplaced(pledge, each))?.pledge;
}

/** The statement of the due quarter's call that reports the promised result, and its figure. */
function reportOf(pledge: Pledge, later: LaterCalls): { readonly statement: Statement; readonly value: number } | null {
  let best: {
    readonly statement: Statement;
    readonly value: number;
    readonly likeness: number;
  } | null = null;
  for (const { statement, figure, isAbove } of later.reportsFor(pledge)) {
    if (!isOfPeriod(pledge, middle(figure))) continue;
    const like = isAbout(pledge, statement, figure) + (isAbove ? 0.1 : 0);
    if (like >= LIKE && like > (best?.likeness ?? 0)) best = { statement, value: middle(figure), likeness: like };
  }
  return best;
}

function outcomeOfFigure(pledge: Pledge, later: LaterCalls): Outcome | null {
  const { figure, topic } = pledge.commitment;
  if (figure === null) return null;
  const below = revisionOf(pledge, later);
  const revised = below?.commitment.figure ?? null;
  if (below !== undefined && revised !== null && isBelowPlan(topic, figure, revised))
    return { ...DECIDED, status: 'walked_back', receipt: below };
  const report = reportOf(pledge, later);
  if (report === null) return null;
  const isKept = isReached(topic, figure, report.value);
  return {
    ...DECIDED,
    status: isKept ? 'kept' : 'missed',
    receipt: report.statement,
  };
}

/** Fiscal quarters of a period; null if they are not the same at each call. */
const QUARTERS = { quarter: 1, half: 2, year: 4, rest: null } as const;
/** Figures that reports give otherwise than such sentences. */
const OTHERWISE =
  /\b(?:adjusted|non-gaap|organic\w*|constant currency|underlying|growth|increase\w*|decrease\w*|decline\w*)\b/i;

/**
 * The reported figure of what was promised, of the whole company: revenue or earnings per share; null if there is none.
 */
function actualOf(pledge: Pledge, { reports }: LaterCalls): number | null {
  const { topic, figure, due, span, scope } = pledge.commitment;
  if (figure?.unit !== 'usd' || due === null || OTHERWISE.test(pledge.text) || statedFigure(pledge)?.subject.size !== 0)
    return null;
  if (topic !== 'revenue' && topic !== 'earnings_per_share') return null;
  const count = QUARTERS[span];
  if (count === null || scope !== 'whole') return null;
  const quarters = reports.filter(({ index }) => index <= due && index > due - count);
  if (quarters.length !== count) return null;
  const values = quarters.map(({ revenue, epsDiluted }) => (topic === 'revenue' ? revenue : epsDiluted));
  return values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0);
}

function outcomeOfReport(pledge: Pledge, later: LaterCalls): Outcome | null {
  const { figure, topic } = pledge.commitment;
  const actual = actualOf(pledge, later);
  if (figure === null || actual === null || !isOfPeriod(pledge, actual)) return null;
  return {
    ...DECIDED,
    status: isReached(topic, figure, actual) ? 'kept' : 'missed',
    reportedValue: actual,
  };
}

/** What became of a deed, in the words of a later call. */
function outcomeOfDeed(pledge: Pledge, later: LaterCalls): Outcome | null {
  const { due, topic, figure } = pledge.commitment;
  if (figure !== null) return null;
  const words = contentOf(pledge.text, later.company);
  const told = later
    .talesOf(topic)
    .find(({ statement, words: other }) => statement.index > pledge.index && shared(words, other) >= SHARED_WORDS);
  if (told === undefined) return null;
  const { statement, isDone } = told;
  if (isDone) return { ...DECIDED, status: 'kept', receipt: statement };
  const status = due === null || statement.index < due ? 'walked_back' : 'missed';
  return { ...DECIDED, status, receipt: statement };
}

/**
 * How a promise stands after the later calls. A figure is walked back if the newest one for the same period is below
 * it, kept or missed by what the call on the due quarter says, else by the stored reports; a deed by what a later call
 * says of it. Otherwise it is pending, and on track until its due quarter is, or must have been, reported.
 */
export function outcomeOf(pledge: Pledge, later: LaterCalls): Outcome {
  const { due } = pledge.commitment;
  const isOpen = due !== null && due > later.newest;
  const decided = outcomeOfFigure(pledge, later) ?? outcomeOfReport(pledge, later) ?? outcomeOfDeed(pledge, later);
  return decided ?? { ...DECIDED, status: 'pending', isOnTrack: isOpen };
}
