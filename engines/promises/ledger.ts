import { isoDate } from '../../calendar/days.js';
import { quarterIndex, quarterName, reportedBy } from './fiscal-quarter.js';
import { isPledge, laterCalls, Lists, pledgeKey, type Pledge, type ReportedQuarter } from './later-calls.js';
import { isSamePromise, outcomeOf, type Outcome, type PromiseStatus } from './outcomes.js';
import { statementsOf, type Call, type Statement } from './statements.js';
import type { PromiseTopic } from './topics.js';

/** How management's promises turn out. */
export type Archetype = 'untested' | 'reliable' | 'overpromiser' | 'resetter' | 'mixed';

/** A sentence of a call, verbatim. */
export interface Receipt {
  readonly quarter: string;
  /** Day of the call, `YYYY-MM-DD`; null if it is not known. */
  readonly date: string | null;
  readonly sentence: string;
}

export interface LedgerPromise {
  /** Quarter, turn and sentence of the call: `2021Q3-12-4`. */
  readonly reference: string;
  readonly quarter: string;
  readonly madeOn: string | null;
  readonly speaker: string;
  readonly topic: PromiseTopic;
  readonly text: string;
  /** The fiscal quarter by which it is due; null if the call names none. */
  readonly due: string | null;
  readonly status: PromiseStatus;
  readonly isOnTrack: boolean;
  readonly receipt: Receipt | null;
  readonly reportedValue: number | null;
  /** Later sentences that repeat it. */
  readonly repeats: readonly Receipt[];
}

export interface PromiseCounts {
  readonly kept: number;
  readonly missed: number;
  readonly walkedBack: number;
  readonly pending: number;
  /** Of the pending ones. */
  readonly onTrack: number;
}

export interface PromiseLedger {
  readonly quartersAnalysed: number;
  /** 0 to 100; null if no promise has been kept, missed, walked back or is on track. */
  readonly credibilityIndex: number | null;
  readonly archetype: Archetype;
  readonly counts: PromiseCounts;
  /** Newest first. */
  readonly promises: readonly LedgerPromise[];
}

export interface LedgerInput {
  /** Names that do not tell promises apart. */
  readonly company: string;
  /** Calls on distinct fiscal quarters. */
  readonly calls: readonly Call[];
  /** What the company reported, in any order. */
  readonly reports: readonly ReportedQuarter[];
  /** Day since 1970-01-01: what was due long before it is no longer on track, whether or not its call is known. */
  readonly today: number;
}

/** Kept promises that the index starts from, of so many. */
const PRIOR = { kept: 2, all: 4 } as const;
/** Outcomes without which nothing is said of management. */
const FEWEST_OUTCOMES = 5;
const RELIABLE_SHARE = 0.75;
const HABIT_SHARE = 0.4;

/** 100 times the share of promises kept, half for those on track, with 2 kept of 4 as a prior. */
export function credibilityOf({ kept, missed, walkedBack, onTrack }: PromiseCounts): number | null {
  const all = kept + missed + walkedBack + onTrack;
  return all === 0 ? null : (100 * (kept + onTrack / 2 + PRIOR.kept)) / (all + PRIOR.all);
}

export function archetypeOf({ kept, missed, walkedBack }: PromiseCounts): Archetype {
  const outcomes = kept + missed + walkedBack;
  if (outcomes < FEWEST_OUTCOMES) return 'untested';
  if (kept / outcomes >= RELIABLE_SHARE) return 'reliable';
  if (Math.max(missed, walkedBack) / outcomes < HABIT_SHARE) return 'mixed';
  return missed >= walkedBack ? 'overpromiser' : 'resetter';
}

function dateOf(day: number | null): string | null {
  return day === null ? null : isoDate(day);
}

function receiptOf({ index, callDay, text }: Statement): Receipt {
  return { quarter: quarterName(index), date: dateOf(callDay), sentence: text };
}

/** Promises without those that repeat an earlier one: the same words, or the same result, period and figure. */
function withoutRepeats(pledges: readonly Pledge[]): ReadonlyMap<Pledge, readonly Pledge[]> {
  const repeatsOf = new Map<Pledge, Pledge[]>();
  const byWords = new Map<string, Pledge>();
  const byFigure = new Lists<Pledge>();
  for (const pledge of pledges) {
    const words = `${pledge.commitment.topic} ${pledge.text}`;
    const figure = figureKey(pledge);
    const alike = figure === null ? [] : byFigure.of(figure);
    const earlier = byWords.get(words) ?? alike.find((each) => isSamePromise(each, pledge));
    if (earlier !== undefined) {
      repeatsOf.get(earlier)?.push(pledge);
      continue;
    }
    repeatsOf.set(pledge, []);
    byWords.set(words, pledge);
    if (figure !== null) byFigure.add(figure, pledge);
  }
  return repeatsOf;
}

/** What must be equal for one promise to repeat another, but for what its figure is about; null without a period. */
function figureKey(pledge: Pledge): string | null {
  const { topic, figure } = pledge.commitment;
  const key = pledgeKey(pledge);
  return key === null ? null : [key, topic, figure?.low, figure?.high].join(' ');
}

function promiseOf(
  pledge: Pledge,
  repeats: readonly Pledge[],
  { status, isOnTrack, receipt, reportedValue }: Outcome,
): LedgerPromise {
  const { commitment, place, speaker, text, callDay } = pledge;
  const quarter = quarterName(pledge.index);
  return {
    reference: [quarter, ...place].join('-'),
    quarter,
    madeOn: dateOf(callDay),
    speaker,
    topic: commitment.topic,
    text,
    due: commitment.due === null ? null : quarterName(commitment.due),
    status,
    isOnTrack,
    receipt: receipt === null ? null : receiptOf(receipt),
    reportedValue,
    repeats: repeats.map(receiptOf),
  };
}

function countsOf(promises: readonly LedgerPromise[]): PromiseCounts {
  const countOf = (wanted: PromiseStatus): number => promises.filter(({ status }) => status === wanted).length;
  return {
    kept: countOf('kept'),
    missed: countOf('missed'),
    walkedBack: countOf('walked_back'),
    pending: countOf('pending'),
    onTrack: promises.filter(({ isOnTrack }) => isOnTrack).length,
  };
}

/**
 * The promises of management in a company's calls, and how each turned out by what later calls say. Every text and
 * receipt is a substring of a turn.
 */
export function promiseLedger({ company, calls, reports, today }: LedgerInput): PromiseLedger {
  const indexOf = ({ fiscalYear, fiscalQuarter }: Call): number => quarterIndex(fiscalYear, fiscalQuarter);
  const ordered = [...calls].sort((one, other) => indexOf(one) - indexOf(other));
  const statements = ordered.flatMap((call) => statementsOf(call, company));
  const pledges = statements.filter(isPledge);
  const last = ordered.findLast(({ end }) => end !== null);
  const end = last?.end ?? null;
  const known =
    last === undefined || end === null ? null : { index: indexOf(last), endYear: end.year, endMonth: end.month };
  const newest = Math.max(...ordered.map(indexOf), reportedBy(today, known));
  const later = laterCalls(statements, { company, newest, reports });
  const promises = [...withoutRepeats(pledges)]
    .map(([pledge, repeats]) => promiseOf(pledge, repeats, outcomeOf(pledge, later)))
    .reverse();
  const counts = countsOf(promises);
  return {
    quartersAnalysed: ordered.length,
    credibilityIndex: credibilityOf(counts),
    archetype: archetypeOf(counts),
    counts,
    promises,
  };
}
