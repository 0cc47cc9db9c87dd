import { commitmentOf, type Commitment } from './commitments.js';
import { fiscalYearOf, quarterIndex, type QuarterIndex } from './fiscal-quarter.js';
import { figuresOf, type Figure } from './figures.js';
import { horizonsOf, type CallTime, type Horizon } from './horizons.js';
import { termsOf, type FigureTerms } from './measures.js';
import { sentencesOf } from './sentences.js';
import type { SegmentWords } from './subjects.js';
import { topicAt, topicOf, type PromiseTopic } from './topics.js';

/** One turn of an earnings call. */
export interface CallTurn {
  readonly speaker: string;
  readonly role: 'management' | 'analyst' | 'operator' | 'unknown';
  readonly text: string;
}

/** An earnings call: on a fiscal quarter, some weeks after its end. */
export interface Call {
  readonly fiscalYear: number;
  readonly fiscalQuarter: number;
  /** Day since 1970-01-01; null if it is not known. */
  readonly callDay: number | null;
  /** Calendar year and month in which the quarter ends; null if they are not known. */
  readonly end: CallTime['end'];
  readonly turns: readonly CallTurn[];
}

/** A figure, what it measures, and the words that tell what it is about. */
export interface StatedFigure extends Figure, FigureTerms {
  readonly topic: PromiseTopic;
  readonly subject: ReadonlySet<string>;
}

/** A sentence of management. */
export interface Statement {
  readonly index: QuarterIndex;
  readonly callDay: number | null;
  readonly speaker: string;
  readonly text: string;
  /** Turn of the call and sentence in the turn, from 0. */
  readonly place: readonly [turn: number, sentence: number];
  readonly commitment: Commitment | null;
  readonly topic: PromiseTopic;
  readonly figures: readonly StatedFigure[];
  /** Whether it speaks of the fiscal year that the call's quarter is in. */
  readonly isOnYear: boolean;
  /** Whether it names that year itself. */
  readonly namesYear: boolean;
}

/** Longest sentence that is read. */
const LONGEST = 600;
/** A table that is read out; the figures after these are not compared. */
const MOST_FIGURES = 20;
/** Shorter ones without a figure are courtesies. */
const SHORTEST = 20;
/** How many sentences after a named period still speak of it. */
const REACH = 12;
const WHOLE_YEAR = /\b(?:full[ -]year|for the year)\b/i;
const FISCAL_YEAR = /\b(?:fiscal(?:[ -]year)?|fy)[ -]*(?:20)?['’]?(\d\d)\b|\bfull[ -]year (?:20)?(\d\d)\b/gi;
const ONE_QUARTER = /\b(?:quarter|q[1-4])\b/i;

/** Whether a sentence names the fiscal year, as "full year" or by its number; another year is compared with. */
function namesYear(text: string, year: number): boolean {
  if (ONE_QUARTER.test(text) && !/\bfull[ -]year\b/i.test(text)) return false;
  const named = [...text.matchAll(FISCAL_YEAR)].map((match) => Number(match[1] ?? match[2]));
  return named.includes(year % 100) || WHOLE_YEAR.test(text);
}

/** Whether a sentence speaks of the fiscal year; one that names no period does if the one before it did. */
function isOnYear(text: string, isNamed: boolean, before: boolean): boolean {
  return isNamed || (before && !ONE_QUARTER.test(text));
}

interface Period {
  readonly horizon: Horizon;
  readonly at: number;
}

/** The period that the sentences after a figure speak of: the figure's. */
function periodAfter({ due, isYear }: Commitment, before: Horizon | null, at: number): Period | null {
  const horizon = due === null ? before : { due, isYear, at: 0 };
  return horizon === null ? null : { horizon, at };
}

function statedFigures(text: string, segments: SegmentWords): readonly StatedFigure[] {
  const figures = figuresOf(text).slice(0, MOST_FIGURES);
  const subjects = segments.subjectsOf(
    text,
    figures.map(({ at }) => at),
  );
  return figures.map((figure, i) => ({
    ...figure,
    ...termsOf(text, figures, i),
    topic: topicAt(text, figure.at),
    subject: subjects[i] ?? new Set(),
  }));
}

function statementsOfTurn(call: Call, time: CallTime, turn: number, segments: SegmentWords): readonly Statement[] {
  const said = call.turns[turn];
  if (said === undefined) return [];
  let onYear = false;
  let period: Period | null = null;
  return sentencesOf(said.text).flatMap((text, sentence): readonly Statement[] => {
    if (text.length > LONGEST) return [];
    const figures = statedFigures(text, segments);
    const isNamed = namesYear(text, fiscalYearOf(time.index));
    onYear = isOnYear(text, isNamed, onYear);
    const before = period !== null && sentence - period.at <= REACH ? period.horizon : null;
    const commitment = commitmentOf(text, time, before);
    const named = horizonsOf(text, time).findLast(({ due }) => due > time.index);
    // A deed in one quarter does not end the outlook for the year.
    if (commitment === null) period = named === undefined ? period : { horizon: named, at: sentence };
    else if (commitment.figure !== null) period = periodAfter(commitment, before, sentence);
    if (commitment === null && figures.length === 0 && text.length < SHORTEST) return [];
    const topic = commitment?.topic ?? figures[0]?.topic ?? topicOf(text);
    const made = {
      index: time.index,
      callDay: call.callDay,
      speaker: said.speaker,
      place: [turn, sentence],
    } as const;
    return [
      {
        ...made,
        text,
        commitment,
        topic,
        figures,
        isOnYear: onYear,
        namesYear: isNamed,
      },
    ];
  });
}

/** The words by which management tells results apart in its calls. */
export function readSegments(calls: readonly Call[], segments: SegmentWords): void {
  for (const { turns } of calls)
    for (const { role, text } of turns) {
      if (role !== 'management') continue;
      for (const sentence of sentencesOf(text)) if (sentence.length <= LONGEST) segments.read(sentence);
    }
}

/** What management says in a call, in order; each statement is a substring of its turn. */
export function statementsOf(call: Call, segments: SegmentWords): readonly Statement[] {
  const time: CallTime = {
    index: quarterIndex(call.fiscalYear, call.fiscalQuarter),
    end: call.end,
  };
  return call.turns.flatMap(({ role }, turn) =>
    role === 'management' ? statementsOfTurn(call, time, turn, segments) : [],
  );
}
