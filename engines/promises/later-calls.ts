import { fiscalYearOf, type QuarterIndex } from './fiscal-quarter.js';
import type { Figure } from './figures.js';
import { resultSpan } from './result-periods.js';
import { isAhead, isResult } from './tense.js';
import { scopeOf } from './scopes.js';
import type { StatedFigure, Statement } from './statements.js';
import { contentOf } from './subjects.js';
import type { PromiseTopic } from './topics.js';

/** A statement that commits the company. */
export type Pledge = Statement & {
  readonly commitment: NonNullable<Statement['commitment']>;
};

/** What the company reported for a fiscal quarter, USD; null if it is not known. */
export interface ReportedQuarter {
  readonly index: QuarterIndex;
  readonly revenue: number | null;
  readonly epsDiluted: number | null;
}

/** A statement that reports a figure. */
export interface Report {
  readonly statement: Statement;
  readonly figure: StatedFigure;
  /** Whether it says that the figure is not below what was expected. */
  readonly isAbove: boolean;
}

/** A promise and the figure that it names as what was expected before. */
export interface Replacement {
  readonly pledge: Pledge;
  readonly former: StatedFigure;
}

/** A statement that tells what became of a deed. */
export interface Tale {
  readonly statement: Statement;
  readonly isDone: boolean;
  readonly words: ReadonlySet<string>;
}

/** What the calls say, found by period, topic and unit. */
export interface LaterCalls {
  readonly company: string;
  /** The newest fiscal quarter that a call was held on, or that must have been reported by now. */
  readonly newest: QuarterIndex;
  readonly reports: readonly ReportedQuarter[];
  /** Promises of a figure for the same period, topic and unit, newest first. */
  pledgesLike(pledge: Pledge): readonly Pledge[];
  /** Promises that name the figure as what was expected before, of the same topic, newest first. */
  pledgesInstead(pledge: Pledge): readonly Replacement[];
  /** Reports of the promised topic and unit in the call on the due period. */
  reportsFor(pledge: Pledge): readonly Report[];
  /** Deeds of a topic that were done or delayed, by call, oldest first. */
  talesOf(topic: PromiseTopic): readonly Tale[];
}

/**
 * Statements of a kind that a promise is compared with; more are in no call, and would take the square of their time.
 */
const MOST_COMPARED = 100;

const PART_YEAR = /\b(?:year-to-date|first half|nine months|segment)\b/i;
const DONE =
  /\b(?:launched|completed|closed|opened|introduced|achieved|delivered|began shipping|as planned|on schedule|ahead of schedule)\b/i;
const DELAYED =
  /\b(?:delayed|postponed|pushed (?:out|back)|slipped|slippage|behind schedule|no longer (?:expect|plan|anticipate)|withdrawn?|withdrew|cancell?ed|suspended)\b/i;
/** How a report stands to what was promised, in its own words. */
const ABOVE =
  /\b(?:above|exceed\w*|ahead of|beat|within|in line with|high(?:er)?[- ]end of)\b[^.]{0,30}\b(?:guidance|forecast\w*|expect\w*|range|outlook)\b|\bbetter[- ]than[- ](?:we )?(?:expected|anticipated)\b/i;

/** How many characters before a figure tell whether it is the new or the compared one. */
const LEAD = 30;
const RAISED_TO = /\bto (?:about |approximately )?$/i;
const COMPARED = /\b(?:compared|relative|versus|similar)\b/i;

/** A sentence that names its segment alone is on the segment's revenue. */
function kindOf(topic: PromiseTopic): PromiseTopic {
  return topic === 'other' ? 'revenue' : topic;
}

const FORMER =
  /\b(?:from|previous(?:ly)?|prior|earlier|original|initial|former|versus|compared (?:to|with)|rather than|instead of|had (?:expected|anticipated|guided))\b[^,;$%\d]*$/i;

/** The figures that a promise names as what was expected before: "compared to our previous guidance of". */
function formerFigures({ text, figures, commitment: { figure } }: Pledge): readonly StatedFigure[] {
  return figures.filter(({ at, unit }) => at !== figure?.at && unit === figure?.unit && FORMER.test(text.slice(0, at)));
}

/** The figure that a statement commits the company to. */
export function statedFigure({ commitment: { figure }, figures }: Pledge): StatedFigure | null {
  return figures.find(({ at }) => at === figure?.at) ?? null;
}

export function isPledge(statement: Statement): statement is Pledge {
  return statement.commitment !== null;
}

/** The figure that a report gives: the last one after "to", as in "increased from 0.72 to 0.84", else the first. */
function reportedFigure(text: string, same: readonly StatedFigure[]): StatedFigure | undefined {
  const before = ({ at }: Figure): string => text.slice(Math.max(0, at - LEAD), at);
  return same.findLast((figure) => RAISED_TO.test(before(figure)) && !COMPARED.test(before(figure))) ?? same[0];
}

/** Lists of at most so many values by key. */
export class Lists<Value> {
  readonly #lists = new Map<string, Value[]>();

  of(key: string): readonly Value[] {
    return this.#lists.get(key) ?? [];
  }

  /** Adds a value; a full list keeps its first ones. */
  add(key: string, value: Value): void {
    const list = this.#lists.get(key);
    if (list === undefined) this.#lists.set(key, [value]);
    else if (list.length < MOST_COMPARED) list.push(value);
  }
}

/**
 * What must be equal for two promises to be compared; null for a promise without figure or period, and for one on what
 * is left of a year, which is another part of it in each call.
 */
export function pledgeKey({ commitment: { topic, due, span, scope, figure } }: Pledge): string | null {
  return figure === null || due === null || span === 'rest'
    ? null
    : [due, span, scope, kindOf(topic), figure.unit].join(' ');
}

function pledgesByKey(statements: readonly Statement[]): Lists<Pledge> {
  const pledges = new Lists<Pledge>();
  for (const statement of statements.toReversed()) {
    const key = isPledge(statement) ? pledgeKey(statement) : null;
    if (key !== null) pledges.add(key, statement as Pledge);
  }
  return pledges;
}

/** What must be equal for a promise to be the one that another one names: topic, unit and figure. */
function formerKey({ commitment: { topic, scope } }: Pledge, { unit, low, high }: Figure): string {
  return [kindOf(topic), scope, unit, low, high].join(' ');
}

function replacementsByKey(statements: readonly Statement[]): Lists<Replacement> {
  const replacements = new Lists<Replacement>();
  for (const pledge of statements.toReversed().filter(isPledge))
    for (const former of formerFigures(pledge)) replacements.add(formerKey(pledge, former), { pledge, former });
  return replacements;
}

function reportsByKey(statements: readonly Statement[]): Lists<Report> {
  const reports = new Lists<Report>();
  for (const statement of statements) {
    const { text, figures, commitment, index, isOnYear, topic } = statement;
    if (commitment !== null || figures.length === 0) continue;
    if (!isResult(text) || PART_YEAR.test(text)) continue;
    const isAbove = ABOVE.test(text);
    const period = { fiscalYear: fiscalYearOf(index), isOnYear };
    const keys = figures.map((each): string | null => {
      const span = resultSpan(text, each.at, period);
      return span === null ? null : [index, span, scopeOf(text, each), kindOf(topic), each.unit].join(' ');
    });
    for (const key of new Set(keys)) {
      if (key === null) continue;
      const figure = reportedFigure(
        text,
        figures.filter((_, i) => keys[i] === key),
      );
      // "75% of our brands grew" is a share of what is counted, no growth.
      const isShare = figure !== undefined && /^[\d.]+% of (?:our|the)\b/i.test(text.slice(figure.at));
      if (figure !== undefined && !isShare) reports.add(key, { statement, figure, isAbove });
    }
  }
  return reports;
}

function talesByTopic(statements: readonly Statement[], company: string): ReadonlyMap<PromiseTopic, readonly Tale[]> {
  const tales = new Map<PromiseTopic, Tale[]>();
  const counts = new Map<string, number>();
  for (const statement of statements) {
    const { text, topic, index } = statement;
    const isDone = DONE.test(text) && !isAhead(text);
    if (!isDone && !DELAYED.test(text)) continue;
    const count = (counts.get(`${index} ${topic}`) ?? 0) + 1;
    if (count > MOST_COMPARED) continue;
    counts.set(`${index} ${topic}`, count);
    const known = tales.get(topic) ?? [];
    known.push({ statement, isDone, words: contentOf(text, company) });
    tales.set(topic, known);
  }
  return tales;
}

/** Finds what calls say, oldest statement first, in time that grows with their number. */
export function laterCalls(
  statements: readonly Statement[],
  { company, newest, reports }: Pick<LaterCalls, 'company' | 'newest' | 'reports'>,
): LaterCalls {
  const [pledges, replacements, told, tales] = [
    pledgesByKey(statements),
    replacementsByKey(statements),
    reportsByKey(statements),
    talesByTopic(statements, company),
  ];
  return {
    company,
    newest,
    reports,
    pledgesLike: (pledge) => pledges.of(pledgeKey(pledge) ?? ''),
    pledgesInstead: (pledge) => {
      const { figure } = pledge.commitment;
      return figure === null ? [] : replacements.of(formerKey(pledge, figure));
    },
    reportsFor: (pledge) => told.of(pledgeKey(pledge) ?? ''),
    talesOf: (topic) => tales.get(topic) ?? [],
  };
}
