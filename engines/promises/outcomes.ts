import type { QuarterIndex } from './fiscal-quarter.js';
import type { Figure, FigureUnit } from './figures.js';
import type { StatedFigure, Statement } from './statements.js';
import { basisOf, contentOf, likeness, shared } from './subjects.js';
import { isCost, type PromiseTopic } from './topics.js';

export type PromiseStatus = 'kept' | 'missed' | 'walked_back' | 'pending';

/** A statement that commits the company. */
export type Pledge = Statement & { readonly commitment: NonNullable<Statement['commitment']> };

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

/** What the company reported for a fiscal quarter, USD; null if it is not known. */
export interface ReportedQuarter {
  readonly index: QuarterIndex;
  readonly revenue: number | null;
  readonly epsDiluted: number | null;
}

/** What later calls say, by the fiscal quarter that they report. */
export interface LaterCalls {
  readonly company: string;
  /** Statements of all later calls, oldest first. */
  readonly statements: readonly Statement[];
  /** The newest call's fiscal quarter. */
  readonly newest: QuarterIndex;
  readonly reports: readonly ReportedQuarter[];
}

const DECIDED = { receipt: null, isOnTrack: false, reportedValue: null } as const;
const LIKE = 0.5;
const EPSILON = 1e-9;
/** Words shared by a deed and the sentence that tells what became of it. */
const SHARED_WORDS = 3;

const REPORTED =
  /\b(?:was|were|grew|increased|decreased|declined|came in|coming in|delivered|achieved|reported|rose|expanded|finished|totaled|represented|composed|resulting in|comparable|generating|up|down)\b/i;
const PART_YEAR = /\b(?:year-to-date|first half|nine months|segment)\b/i;
const AHEAD =
  /\b(?:expect(?:s|ing)?|anticipat(?:e|es|ing)|project(?:s|ing|ed to)|estimat(?:e|ed to)|outlook|will|could|should)\b/i;
const DONE =
  /\b(?:launched|completed|closed|opened|introduced|achieved|delivered|began shipping|as planned|on schedule|ahead of schedule)\b/i;
const DELAYED =
  /\b(?:delayed|postponed|pushed (?:out|back)|slipped|slippage|behind schedule|no longer (?:expect|plan|anticipate)|withdrawn?|withdrew|cancell?ed|suspended)\b/i;

/** How many characters before a figure tell whether it is the new or the compared one. */
const LEAD = 30;
const RAISED_TO = /\bto (?:about |approximately )?$/i;
const COMPARED = /\b(?:compared|relative|versus|similar)\b/i;
/** How a report stands to what was promised, in its own words. */
const ABOVE =
  /\b(?:above|exceed\w*|ahead of|beat|within|in line with|high(?:er)?[- ]end of)\b[^.]{0,30}\b(?:guidance|forecast\w*|expect\w*|range|outlook)\b|\bbetter[- ]than[- ](?:we )?(?:expected|anticipated)\b/i;

function isSameBasis(one: string, other: string): boolean {
  const [first, second] = [basisOf(one), basisOf(other)];
  return first === null || second === null || first === second;
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

/** A sentence that names its segment alone is on the segment's revenue. */
function isSameTopic(one: PromiseTopic, other: PromiseTopic): boolean {
  return one === other || [one, other].every((topic) => topic === 'other' || topic === 'revenue');
}

/** The figure that a statement commits the company to. */
function statedFigure({ commitment: { figure }, figures }: Pledge): StatedFigure | null {
  return figures.find(({ at }) => at === figure?.at) ?? null;
}

/** How alike the results are that two figures are of, 0 to 1. */
function isAbout(pledge: Pledge, other: Statement, figure: StatedFigure): number {
  const promised = statedFigure(pledge);
  if (promised === null || !isSameTopic(pledge.commitment.topic, other.topic) || promised.unit !== figure.unit)
    return 0;
  if (!isSameBasis(pledge.text, other.text)) return 0;
  return likeness(promised.subject, figure.subject);
}

/** Whether `other` promises the same result for the same period. */
export function isSamePromise(pledge: Pledge, other: Pledge): boolean {
  const { due, isYear } = other.commitment;
  const figure = statedFigure(other);
  return (
    figure !== null &&
    due !== null &&
    due === pledge.commitment.due &&
    isYear === pledge.commitment.isYear &&
    isAbout(pledge, other, figure) >= LIKE
  );
}

function isPledge(statement: Statement): statement is Pledge {
  return statement.commitment !== null;
}

/** Later figures for the same result and period, oldest first. */
function revisionsOf(pledge: Pledge, { statements }: LaterCalls): readonly Pledge[] {
  return statements.filter(
    (each): each is Pledge => isPledge(each) && each.index > pledge.index && isSamePromise(pledge, each),
  );
}

/** The figure that a report gives: the last one after "to", as in "increased from 0.72 to 0.84", else the first. */
function reportedFigure({ text, figures }: Statement, unit: FigureUnit): StatedFigure | undefined {
  const same = figures.filter((figure) => figure.unit === unit);
  const before = ({ at }: Figure): string => text.slice(Math.max(0, at - LEAD), at);
  return same.findLast((figure) => RAISED_TO.test(before(figure)) && !COMPARED.test(before(figure))) ?? same[0];
}

/** The statement of the due quarter's call that reports the promised result, and its figure. */
function reportOf(
  pledge: Pledge,
  { statements }: LaterCalls,
): { readonly statement: Statement; readonly value: number } | null {
  const { due, isYear, figure } = pledge.commitment;
  if (figure === null || due === null) return null;
  let best: { readonly statement: Statement; readonly value: number; readonly likeness: number } | null = null;
  for (const statement of statements) {
    if (statement.index !== due || statement.commitment !== null) continue;
    const { text } = statement;
    if (!REPORTED.test(text) || AHEAD.test(text) || PART_YEAR.test(text) || statement.isOnYear !== isYear) continue;
    const reported = reportedFigure(statement, figure.unit);
    if (reported === undefined) continue;
    const like = isAbout(pledge, statement, reported) + (ABOVE.test(text) ? 0.1 : 0);
    if (like >= LIKE && like > (best?.likeness ?? 0)) best = { statement, value: middle(reported), likeness: like };
  }
  return best;
}

function outcomeOfFigure(pledge: Pledge, later: LaterCalls): Outcome | null {
  const { figure, topic } = pledge.commitment;
  if (figure === null) return null;
  const below = revisionsOf(pledge, later).findLast(({ commitment }) => commitment.figure !== null);
  const revised = below?.commitment.figure ?? null;
  if (below !== undefined && revised !== null && isBelowPlan(topic, figure, revised))
    return { ...DECIDED, status: 'walked_back', receipt: below };
  const report = reportOf(pledge, later);
  if (report === null) return null;
  const isKept = isReached(topic, figure, report.value);
  return { ...DECIDED, status: isKept ? 'kept' : 'missed', receipt: report.statement };
}

/** Quarters of a fiscal year. */
const YEAR = 4;
/** Figures that reports give otherwise than such sentences. */
const OTHERWISE =
  /\b(?:adjusted|non-gaap|organic\w*|constant currency|underlying|growth|increase\w*|decrease\w*|decline\w*)\b/i;

/** The reported figure of what was promised, of the whole company: revenue or earnings per share; null if there is none. */
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
  return { ...DECIDED, status: isReached(topic, figure, actual) ? 'kept' : 'missed', reportedValue: actual };
}

/** What became of a deed, in the words of a later call. */
function outcomeOfDeed(pledge: Pledge, { company, statements }: LaterCalls): Outcome | null {
  const { due, topic, figure } = pledge.commitment;
  if (figure !== null) return null;
  const words = contentOf(pledge.text, company);
  for (const statement of statements) {
    if (statement.index <= pledge.index || statement.topic !== topic) continue;
    const isDone = DONE.test(statement.text) && !AHEAD.test(statement.text);
    if (!isDone && !DELAYED.test(statement.text)) continue;
    if (shared(words, contentOf(statement.text, company)) < SHARED_WORDS) continue;
    if (isDone) return { ...DECIDED, status: 'kept', receipt: statement };
    const status = due === null || statement.index < due ? 'walked_back' : 'missed';
    return { ...DECIDED, status, receipt: statement };
  }
  return null;
}

/**
 * How a promise stands after the later calls. A figure is walked back if the newest one for the same period is below it,
 * kept or missed by what the call on the due quarter says, else by the stored reports; a deed by what a later call says of it. Otherwise it is
 * pending, and on track while its due quarter has not been reported.
 */
export function outcomeOf(pledge: Pledge, later: LaterCalls): Outcome {
  const { due } = pledge.commitment;
  const isOpen = due !== null && due > later.newest;
  const decided = outcomeOfFigure(pledge, later) ?? outcomeOfReport(pledge, later) ?? outcomeOfDeed(pledge, later);
  return decided ?? { ...DECIDED, status: 'pending', isOnTrack: isOpen };
}
