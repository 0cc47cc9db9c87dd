import { commitmentOf, type Commitment } from './commitments.js';
import { quarterIndex, type QuarterIndex } from './fiscal-quarter.js';
import { figuresOf, type Figure } from './figures.js';
import { basisOf, subjectOf } from './subjects.js';
import { horizonsOf, type CallTime, type Horizon } from './horizons.js';
import { isOnYear } from './result-periods.js';
import { sentencesOf } from './sentences.js';
import { isPast } from './tense.js';
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
/** What follows a period on which a sentence only remarks: "the third quarter is more challenging". */
const REMARKED =
  /^[^,;.]{0,40}?\b(?:quarter|half|year|q[1-4]) (?:is|was|will|has|had|should|may|might|could|remains|tends)\b/i;

interface Period {
  readonly horizon: Horizon;
  readonly at: number;
}

/**
 * The period that the sentences after one speak of: `last` is that of those before it, `before` that of its own figure.
 */
function periodAfter(
  { text, at, commitment, figures }: Pick<Statement, 'text' | 'commitment' | 'figures'> & { readonly at: number },
  time: CallTime,
  last: Period | null,
  before: Horizon | null,
): Period | null {
  const horizons = horizonsOf(text, time);
  const named = horizons.findLast(({ due }) => due > time.index);
  if (commitment === null) {
    // A result of the quarter that the call reports ends any outlook; a remark on a quarter ahead does not end the
    // year's.
    if (isPast(text)) return horizons.some(({ due, span }) => due === time.index && span === 'quarter') ? null : last;
    return named === undefined || REMARKED.test(text.slice(named.at)) ? last : { horizon: named, at };
  }
  // Nor does a deed in one quarter.
  if (commitment.figure === null) return last;
  // Of two periods with figures, the sentences after it speak of the last one.
  if (named !== undefined && figures.some((figure) => figure.at > named.at)) return { horizon: named, at };
  const { due, span } = commitment;
  const horizon = due === null ? before : { due, span, at: 0 };
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
    onYear = isOnYear(text, call.fiscalYear, onYear);
    const before = period !== null && sentence - period.at <= REACH ? period.horizon : null;
    const commitment = commitmentOf(text, time, before);
    period = periodAfter({ text, at: sentence, commitment, figures }, time, period, before);
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
