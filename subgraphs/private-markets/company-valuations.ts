import type { ToldRound } from '../../store/private-rounds.js';
import type { SecondaryEvent } from '../../store/secondary-events.js';

/** A valuation that a round, a list, a report or a sale of existing shares tells. */
export type ToldValuation = Pick<
  ToldRound,
  'day' | 'dayPrecision' | 'confidence' | 'asOfDay' | 'asOfPrecision' | 'sourceUrl' | 'source' | 'origin'
> & {
  readonly usd: number;
  readonly isRound: boolean;
};

const CLASSES: readonly ToldValuation['confidence'][] = ['indicative', 'reported', 'disclosed'];

/** The newest last; of one day the surer one, then a round before others, then the larger. */
const inOrder = (one: ToldValuation, other: ToldValuation): number =>
  one.day - other.day ||
  CLASSES.indexOf(one.confidence) - CLASSES.indexOf(other.confidence) ||
  Number(one.isRound) - Number(other.isRound) ||
  one.usd - other.usd;

/** Every valuation that the rounds and events tell, the newest last. */
function valuationsOf(rounds: readonly ToldRound[], events: readonly SecondaryEvent[]): readonly ToldValuation[] {
  return [
    ...rounds.flatMap(({ postMoneyUsd, kind, ...round }) =>
      postMoneyUsd === null ? [] : [{ ...round, usd: postMoneyUsd, isRound: kind === 'round' }],
    ),
    ...events.flatMap(({ impliedValuationUsd, ...event }) =>
      impliedValuationUsd === null ? [] : [{ ...event, origin: null, usd: impliedValuationUsd, isRound: false }],
    ),
  ].sort(inOrder);
}

/** Valuations up to a day that are disclosed or reported, the newest last; talks and indications are none. */
export function soundValuations(
  rounds: readonly ToldRound[],
  events: readonly SecondaryEvent[],
  today: number,
): readonly ToldValuation[] {
  return valuationsOf(rounds, events).filter(({ day, confidence }) => day <= today && confidence !== 'indicative');
}

/**
 * The newest valuation that is disclosed or reported; only where there is none, the newest indication, whose class says
 * so. Undefined where nothing tells one.
 */
export function newestValuation(
  rounds: readonly ToldRound[],
  events: readonly SecondaryEvent[],
): ToldValuation | undefined {
  const told = valuationsOf(rounds, events);
  return told.findLast(({ confidence }) => confidence !== 'indicative') ?? told.at(-1);
}
