import { knownDate, type DatePrecision } from '../../calendar/date-precision.js';
import { isoDate } from '../../calendar/days.js';
import { BENCHMARK } from '../benchmark.js';
import { BETA, CLASS_WEIGHT, PRINT_HALF_LIFE_DAYS, ROUND_HALF_LIFE_DAYS, type Evidence } from './constants.js';
import { lastValuation, type SecondaryPrint, type Valuation } from './evidence.js';
import { marketMove, type Market, type MarketMove } from './market-move.js';

/** What is known of a company whose valuation is modelled. */
export interface MarkFacts {
  readonly valuations: readonly Valuation[];
  readonly prints: readonly SecondaryPrint[];
  /** Tickers of its listed rivals and comparables. */
  readonly comparables: readonly string[];
}

export type ComponentKind = 'last_round' | 'secondary_print';

/** A fact that enters a mark. */
export interface Component {
  readonly kind: ComponentKind;
  readonly day: number;
  readonly dayPrecision: DatePrecision;
  readonly valuationUsd: number;
  /** Before the weights are made to add up to 1. */
  readonly rawWeight: number;
  readonly confidence: Evidence;
  readonly isRound: boolean;
  readonly sourceUrl: string | null;
  readonly note: string;
  /** Day of the closes that it was moved with; null if it was not moved. */
  readonly movedTo: number | null;
}

const ORIGINS: Readonly<Record<Valuation['kind'], string>> = { round: 'funding round', list: 'list', report: 'report' };

const decay = (days: number, halfLife: number): number => 2 ** (-Math.max(0, days) / halfLife);

function movedWith({ comparables, hasBenchmark, log }: MarketMove): string {
  const names = [...comparables, ...(hasBenchmark ? [BENCHMARK] : [])];
  if (names.length === 0) return 'not moved: no closes of listed companies are stored for that time';
  return `times ${Math.exp(BETA * log).toFixed(4)}, the move of ${names.join(', ')} since then, beta ${BETA}`;
}

/** The day, or the month or year with the day that it counts as. */
function when({ day, dayPrecision = 'day' }: Pick<Valuation, 'day' | 'dayPrecision'>): string {
  if (dayPrecision === 'day') return `on ${isoDate(day)}`;
  return `in ${knownDate(day, dayPrecision)}, counted as ${isoDate(day)}`;
}

/** Of a price whose day is not known. */
function countedAs(fact: Pick<Valuation, 'day' | 'dayPrecision'>): string {
  return (fact.dayPrecision ?? 'day') === 'day' ? '' : ` ${when(fact)}`;
}

function lastRound(
  last: Valuation,
  { comparables }: MarkFacts,
  market: Market,
  today: number,
  to: number | null,
): Component {
  const move = marketMove(market, comparables, last.day, to);
  return {
    kind: 'last_round',
    day: last.day,
    dayPrecision: last.dayPrecision ?? 'day',
    valuationUsd: last.valuationUsd * Math.exp(BETA * move.log),
    rawWeight: CLASS_WEIGHT[last.confidence] * decay(today - last.day, ROUND_HALF_LIFE_DAYS),
    confidence: last.confidence,
    isRound: last.kind === 'round',
    sourceUrl: last.sourceUrl,
    note: `Valuation of a ${ORIGINS[last.kind]} ${when(last)} (${last.confidence}), ${movedWith(move)}.`,
    movedTo: move.asOfDay,
  };
}

type Priced = Omit<Component, 'rawWeight' | 'movedTo' | 'isRound' | 'kind'>;

function secondaryPrint(fact: Priced, today: number): Component {
  const rawWeight = CLASS_WEIGHT[fact.confidence] * decay(today - fact.day, PRINT_HALF_LIFE_DAYS);
  return { ...fact, kind: 'secondary_print', isRound: false, rawWeight, movedTo: null };
}

const KIND_WORDS = {
  tender: 'Tender offer',
  block: 'Block trade',
  indication: 'Indication of a price',
  authorized_secondary: 'Authorised secondary sale',
} as const;

/** Prices since the last valuation: secondary events, and rounds that are only talked about. */
function pricesSince({ prints, valuations }: MarkFacts, first: number, today: number): readonly Component[] {
  const events = prints.flatMap(
    ({ day, dayPrecision = 'day', kind, confidence, impliedValuationUsd, sourceUrl }): Priced[] =>
      impliedValuationUsd === null
        ? []
        : [
            {
              day,
              dayPrecision,
              confidence,
              valuationUsd: impliedValuationUsd,
              sourceUrl,
              note: `${KIND_WORDS[kind]}${countedAs({ day, dayPrecision })} (${confidence}).`,
            },
          ],
  );
  const talks = valuations.flatMap(({ day, dayPrecision = 'day', confidence, valuationUsd, sourceUrl }): Priced[] =>
    confidence === 'indicative'
      ? [
          {
            day,
            dayPrecision,
            confidence,
            valuationUsd,
            sourceUrl,
            note: `Round in talks${countedAs({ day, dayPrecision })} (indicative).`,
          },
        ]
      : [],
  );
  return [...events, ...talks]
    .filter(({ day, valuationUsd }) => day >= first && day <= today && valuationUsd > 0)
    .sort((one, other) => other.day - one.day || other.valuationUsd - one.valuationUsd)
    .map((fact) => secondaryPrint(fact, today));
}

/** The facts known on a day that a mark rests on, the last valuation first. `to` is the day of the newest closes. */
export function componentsOn(facts: MarkFacts, market: Market, today: number, to: number | null): readonly Component[] {
  const last = lastValuation(facts.valuations, today);
  const prices = pricesSince(facts, last?.day ?? -Infinity, today);
  return last === null ? prices : [lastRound(last, facts, market, today, to), ...prices];
}
