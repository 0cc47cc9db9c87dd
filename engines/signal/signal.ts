import type { DailyBars, MinuteBars } from '../../calendar/bars.js';
import { isoDate } from '../../calendar/days.js';
import { at, finiteOrNull } from '../series.js';
import { composite, type Composite, type FactorReadings, type FactorScores, type SignalLabel } from './composite.js';
import type { FactorName } from './constants.js';
import type { BenchmarkCloses } from './drift.js';
import { expectedDrifts } from './expected-drift.js';
import type { FactorReading } from './factor.js';
import { fundamentalsReading, surprisesAt, type FundamentalsHistory, type KnownSurprises } from './fundamentals.js';
import { microstructure, microstructureReading, type SignalMicrostructure } from './microstructure.js';
import { momentumAt, momentumDetailsAt, type MomentumDetails } from './momentum.js';
import { quote, quotedSession, type Quote } from './quote.js';
import { optionsFlowAt, optionsFlowDetails, type DatedReading, type OptionsFlowDetails } from './options-flow.js';
import type { SignalSeries } from './series.js';
import { indicatorsAt, technicalAt, type Indicators } from './technical.js';
import { windowAt } from './window.js';

export interface SignalInput {
  readonly bars: DailyBars;
  /** Sessions of minute bars, oldest first. */
  readonly sessions: readonly MinuteBars[];
  /** The market, whose share in the drift is taken out; null if it is not stored. */
  readonly benchmark: BenchmarkCloses | null;
  /** The surprises in the filer's reports; null without reports. */
  readonly fundamentals: FundamentalsHistory | null;
  /** What the ticker's option chains say, oldest first; null without chains. */
  readonly optionsFlow: readonly DatedReading[] | null;
  /** The factors' scores that are on record for the last bar, which count instead of those computed. */
  readonly recorded?: FactorScores;
}

export interface FactorScore {
  readonly score: number;
  readonly weight: number;
}

/** Surprises of the newest report in standard deviations; null if unknown. */
interface FundamentalsDetails {
  readonly earningsSurprise: number | null;
  readonly revenueSurprise: number | null;
  /** ISO 8601 date. */
  readonly knownFrom: string;
}

export interface SignalScores {
  readonly technical: (FactorScore & { readonly details: Indicators }) | null;
  readonly momentum: (FactorScore & { readonly details: MomentumDetails }) | null;
  readonly fundamentals: (FactorScore & { readonly details: FundamentalsDetails }) | null;
  readonly microstructure: FactorScore | null;
  readonly optionsFlow: FactorScore | null;
}

export interface SignalResult {
  /** Null if no factor has data, as is the score. */
  readonly label: SignalLabel | null;
  readonly compositeScore: number | null;
  /** 0 to 100: coverage × agreement. */
  readonly confidence: number;
  readonly coverage: number;
  readonly agreement: number;
  readonly scores: SignalScores;
  readonly quote: Quote;
  readonly indicators: Indicators;
  readonly microstructure: SignalMicrostructure;
  /** What the options-flow factor rests on, or why there is none. */
  readonly optionsFlow: OptionsFlowDetails;
  /** ISO 8601 UTC with milliseconds: the newest price used. */
  readonly asOf: string;
}

/** Composite at one close of a history, with its factor scores. */
export interface SignalReading extends Composite {
  readonly scores: Readonly<Record<FactorName, number | null>>;
}

/** What a composite needs besides the ticker's own bars, as of its day. */
export interface AsOfDay {
  readonly fundamentals: FactorReading | null;
  readonly optionsFlow: FactorReading | null;
  readonly microstructure: FactorReading | null;
  /** Daily log return expected of the security, from before that day. */
  readonly drift: number;
}

/**
 * Composite at bar `index` of a precomputed history, from that bar and earlier ones alone, in constant time. Factors
 * other than technical and momentum are passed in as of that time.
 */
export function signalAt(series: SignalSeries, index: number, given: AsOfDay): SignalReading {
  const readings = readingsAt(series, index, given);
  return { ...composite(readings), scores: scoresOf(readings) };
}

function scoresOf({ technical, momentum, fundamentals, microstructure, optionsFlow }: FactorReadings): FactorScores {
  return {
    technical: technical?.score ?? null,
    momentum: momentum?.score ?? null,
    fundamentals: fundamentals?.score ?? null,
    microstructure: microstructure?.score ?? null,
    optionsFlow: optionsFlow?.score ?? null,
  };
}

function readingsAt(series: SignalSeries, index: number, given: AsOfDay): FactorReadings {
  const technical = technicalAt(series, index, given.drift);
  const momentum = momentumAt(series, index, given.drift);
  const { microstructure, optionsFlow } = given;
  // Without prices to read, no label should rest on accounting alone.
  const fundamentals = technical === null && momentum === null ? null : given.fundamentals;
  return { technical, momentum, fundamentals, microstructure, optionsFlow };
}

/** The chain behind the factor; of a record without the factor none, whatever has been imported since. */
function chainOf(
  readings: readonly DatedReading[],
  day: number,
  recorded: FactorScores | undefined,
): OptionsFlowDetails {
  return optionsFlowDetails(recorded !== undefined && recorded.optionsFlow === null ? [] : readings, day);
}

/** The readings with the scores on record. What is no longer stored of a factor was whole, for all that is known. */
function recordedReadings(computed: FactorReadings, recorded: FactorScores): FactorReadings {
  const reading = (name: FactorName): FactorReading | null => {
    const score = recorded[name];
    return score === null ? null : { score, coverage: computed[name]?.coverage ?? 1 };
  };
  return {
    technical: reading('technical'),
    momentum: reading('momentum'),
    fundamentals: reading('fundamentals'),
    microstructure: reading('microstructure'),
    optionsFlow: reading('optionsFlow'),
  };
}

function detailsOf({ earnings, revenue, knownFrom }: KnownSurprises): FundamentalsDetails {
  return {
    earningsSurprise: finiteOrNull(earnings),
    revenueSurprise: finiteOrNull(revenue),
    knownFrom: isoDate(knownFrom),
  };
}

/**
 * Composite signal at the newest data; null without any price.
 *
 * Technical and momentum factors and the indicators use the last daily bar (see {@link windowAt}); quote and
 * microstructure use the minute session if it is as new or newer (see {@link quote}). Scores and confidence are 0 to
 * 100, weights sum to 1.
 */
export function signal(input: SignalInput): SignalResult | null {
  const { bars, sessions, benchmark, fundamentals, recorded } = input;
  const chains = input.optionsFlow ?? [];
  const quoted = quote(bars, sessions);
  if (quoted === null) return null;
  const { series, first } = windowAt(bars, bars.days.length - 1);
  const last = bars.days.length - 1 - first;
  const readable = quotedSession(bars, sessions) === null ? [] : sessions;
  const flow = microstructure(readable, at(series.volatility, last));
  const drift = at(expectedDrifts(bars, benchmark, Int32Array.of(bars.days.length - 1)), 0);
  const day = at(bars.days, bars.days.length - 1);
  const surprises = fundamentals === null ? null : surprisesAt(fundamentals, day);
  const computed = readingsAt(series, last, {
    fundamentals: fundamentalsReading(surprises),
    optionsFlow: optionsFlowAt(chains, day),
    microstructure: microstructureReading(flow.score),
    drift,
  });
  const readings = recorded === undefined ? computed : recordedReadings(computed, recorded);
  const { score, label, confidence, coverage, agreement, weights } = composite(readings);
  const scores = scoresOf(readings);
  const indicators = indicatorsAt(series, last);
  const factor = (name: FactorName): FactorScore | null => {
    const value = scores[name];
    return value === null ? null : { score: value, weight: weights[name] };
  };
  const technical = factor('technical');
  const momentum = factor('momentum');
  const reported = factor('fundamentals');
  return {
    label,
    compositeScore: score,
    confidence,
    coverage,
    agreement,
    scores: {
      technical: technical === null ? null : { ...technical, details: indicators },
      momentum: momentum === null ? null : { ...momentum, details: momentumDetailsAt(series, last) },
      fundamentals: reported === null || surprises === null ? null : { ...reported, details: detailsOf(surprises) },
      microstructure: factor('microstructure'),
      optionsFlow: factor('optionsFlow'),
    },
    quote: quoted,
    indicators,
    microstructure: flow,
    optionsFlow: chainOf(chains, day, recorded),
    asOf: quoted.asOf,
  };
}
