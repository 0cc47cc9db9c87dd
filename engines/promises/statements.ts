import { commitmentOf, type Commitment } from './commitments.js';
import { quarterIndex, type QuarterIndex } from './fiscal-quarter.js';
import { figuresOf, type Figure } from './figures.js';
import { basisOf, subjectOf } from './subjects.js';
import { horizonsOf, type CallTime, type Horizon } from './horizons.js';
import { sentencesOf } from './sentences.js';
import { topicOf, type PromiseTopic } from './topics.js';

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

/** A figure and the words that tell what it is about. */
export interface StatedFigure extends Figure {
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
  readonly basis: 'gaap' | 'non-gaap' | null;
  /** Whether it speaks of a whole fiscal year. */
  readonly isOnYear: boolean;
}

/** Longest sentence that is read. */
const LONGEST = 600;
/** Shorter ones without a figure are courtesies. */
const SHORTEST = 20;
/** How many sentences after a named period still speak of it. */
const REACH = 12;
export const WHOLE_YEAR = /\b(?:full[ -]year|fiscal (?:year )?(?:20)?\d\d|fy ?['’]?\d\d|for the year)\b/i;
const ONE_QUARTER = /\b(?:quarter|q[1-4])\b/i;

/** Whether a sentence speaks of a whole year; one that names no period does if the one before it did. */
function isOnYear(text: string, before: boolean): boolean {
  return ONE_QUARTER.test(text) && !/\bfull[ -]year\b/i.test(text) ? false : before || WHOLE_YEAR.test(text);
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

function statementsOfTurn(call: Call, time: CallTime, turn: number, company: string): readonly Statement[] {
  const said = call.turns[turn];
  if (said === undefined) return [];
  let onYear = false;
  let period: Period | null = null;
  return sentencesOf(said.text).flatMap((text, sentence): readonly Statement[] => {
    if (text.length > LONGEST) return [];
    const figures = figuresOf(text).map((figure) => ({
      ...figure,
      subject: subjectOf(text, figure.at, company),
    }));
    onYear = isOnYear(text, onYear);
    const before = period !== null && sentence - period.at <= REACH ? period.horizon : null;
    const commitment = commitmentOf(text, time, before);
    const named = horizonsOf(text, time).findLast(({ due }) => due > time.index);
    // A deed in one quarter does not end the outlook for the year.
    if (commitment === null) period = named === undefined ? period : { horizon: named, at: sentence };
    else if (commitment.figure !== null) period = periodAfter(commitment, before, sentence);
    if (commitment === null && figures.length === 0 && text.length < SHORTEST) return [];
    const topic = commitment?.topic ?? topicOf(text, figures[0]?.at ?? text.length);
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
        basis: basisOf(text),
        isOnYear: onYear,
      },
    ];
  });
}

/** What management says in a call, in order; each statement is a substring of its turn. */
export function statementsOf(call: Call, company: string): readonly Statement[] {
  const time: CallTime = {
    index: quarterIndex(call.fiscalYear, call.fiscalQuarter),
    end: call.end,
  };
  return call.turns.flatMap(({ role }, turn) =>
    role === 'management' ? statementsOfTurn(call, time, turn, company) : [],
  );
}
