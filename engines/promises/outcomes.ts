import { isSameBase } from './comparison-base.js';
import type { QuarterIndex } from './fiscal-quarter.js';
import type { Figure } from './figures.js';
import { statedFigure, type LaterCalls, type Pledge, type Report } from './later-calls.js';
import type { StatedFigure, Statement } from './statements.js';
import { contentOf, likeness, shared } from './subjects.js';
import { isCost, type PromiseTopic } from './topics.js';

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
/** Quarters of a fiscal year. */
const YEAR = 4;
/** Words shared by a deed and the sentence that tells what became of it. */
const SHARED_WORDS = 3;

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

/** Whether two figures measure the same: amounts, levels, shares of the same, or changes against the same. */
function isSameMeasure(promised: StatedFigure, other: StatedFigure, due: QuarterIndex): boolean {
  if (promised.basis !== null && other.basis !== null && promised.basis !== other.basis) return false;
  if (promised.measure !== other.measure) return false;
  if (promised.measure !== 'change') return true;
  return promised.isOrganic === other.isOrganic && isSameBase(promised.base, other.base, due);
}

/** How alike the results of a topic are that two figures are of, 0 to 1. */
function isAbout(pledge: Pledge, figure: StatedFigure): number {
  const promised = statedFigure(pledge);
  const { due } = pledge.commitment;
  return promised === null || due === null || !isSameMeasure(promised, figure, due) ? 0 : isAlike(promised, figure);
}

function isAlike(promised: StatedFigure, figure: StatedFigure): number {
  // Without a segment, only the named measure tells that both are of the same.
  if (promised.subject.size === 0 && (promised.topic === 'other' || figure.topic === 'other')) return 0;
  return likeness(promised.subject, figure.subject);
}

/** Whether two promises of the same period, topic and unit are of the same result. */
export function isSamePromise(pledge: Pledge, other: Pledge): boolean {
  const figure = statedFigure(other);
  return figure !== null && isAbout(pledge, figure) >= LIKE;
}

/** The newest later promise of the same result for the same period. */
function revisionOf(pledge: Pledge, later: LaterCalls): Pledge | undefined {
  return later.pledgesLike(pledge).find((each) => each.index > pledge.index && isSamePromise(pledge, each));
}

/** A result as a later call tells it. */
interface Result {
  readonly statement: Statement;
  readonly value: number;
}

/** The most alike of reports; null if none is alike enough. */
function mostAlike(reports: readonly Report[], likenessOf: (figure: StatedFigure) => number): Result | null {
  let best: (Result & { readonly likeness: number }) | null = null;
  for (const { statement, figure, isAbove } of reports) {
    const like = likenessOf(figure) + (isAbove ? 0.1 : 0);
    if (like >= LIKE && like > (best?.likeness ?? 0)) best = { statement, value: middle(figure), likeness: like };
  }
  return best;
}

/** Quarters back to what a change is measured against. */
const BACK: Readonly<Record<string, number>> = { sequential: 1, year: YEAR };

/** The change of an amount that the calls on both periods tell, percent; null if one of them does not. */
function changeOfAmounts(pledge: Pledge, promised: StatedFigure, later: LaterCalls): Result | null {
  const { due, isYear } = pledge.commitment;
  const back = BACK[promised.base];
  if (due === null || back === undefined || promised.unit !== 'percent') return null;
  if (promised.measure !== 'change' || promised.isOrganic || (isYear && back !== YEAR)) return null;
  const amountOf = (period: QuarterIndex): Result | null =>
    mostAlike(later.reportsFor(pledge, { period, unit: 'usd' }), (figure) =>
      figure.measure === 'amount' && (promised.basis ?? figure.basis) === figure.basis ? isAlike(promised, figure) : 0,
    );
  const [now, then] = [amountOf(due), amountOf(due - back)];
  return now === null || then === null || then.value <= 0
    ? null
    : { statement: now.statement, value: 100 * (now.value / then.value - 1) };
}

/** What the call on the due quarter reports of the promised result: the figure, or the change between two amounts. */
function reportOf(pledge: Pledge, later: LaterCalls): Result | null {
  const promised = statedFigure(pledge);
  const told = mostAlike(later.reportsFor(pledge), (figure) => isAbout(pledge, figure));
  return told ?? (promised === null ? null : changeOfAmounts(pledge, promised, later));
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

/** Figures that reports give otherwise than such sentences. */
const OTHERWISE =
  /\b(?:adjusted|non-gaap|organic\w*|constant currency|underlying|growth|increase\w*|decrease\w*|decline\w*)\b/i;

/** The reported figure of what was promised: revenue or earnings per share of the whole company; null without one. */
function actualOf(pledge: Pledge, { reports }: LaterCalls): number | null {
  const { topic, figure, due, isYear } = pledge.commitment;
  if (figure?.unit !== 'usd' || due === null || OTHERWISE.test(pledge.text) || statedFigure(pledge)?.subject.size !== 0)
    return null;
  if (topic !== 'revenue' && topic !== 'earnings_per_share') return null;
  const quarters = reports.filter(({ index }) => index <= due && index > due - (isYear ? YEAR : 1));
  if (quarters.length !== (isYear ? YEAR : 1)) return null;
  const values = quarters.map(({ revenue, epsDiluted }) => (topic === 'revenue' ? revenue : epsDiluted));
  return values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0);
}

function outcomeOfReport(pledge: Pledge, later: LaterCalls): Outcome | null {
  const { figure, topic } = pledge.commitment;
  const actual = actualOf(pledge, later);
  if (figure === null || actual === null) return null;
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
 * says of it. Otherwise it is pending, and on track while its due quarter has not been reported.
 */
export function outcomeOf(pledge: Pledge, later: LaterCalls): Outcome {
  const { due } = pledge.commitment;
  const isOpen = due !== null && due > later.newest;
  const decided = outcomeOfFigure(pledge, later) ?? outcomeOfReport(pledge, later) ?? outcomeOfDeed(pledge, later);
  return decided ?? { ...DECIDED, status: 'pending', isOnTrack: isOpen };
}
