import type { DatePrecision } from '../../calendar/date-precision.js';
import { isoDate } from '../../calendar/days.js';
import { componentsOn, type Component, type ComponentKind, type MarkFacts } from './components.js';
import {
  BASE_DEVIATION,
  HIGH,
  LEADING_SHARE,
  MARKS_VERSION,
  MEDIUM,
  METHODOLOGY,
  YEARLY_DEVIATION,
  type Evidence,
} from './constants.js';
import { newestClose, type Market } from './market-move.js';

const DAYS_PER_YEAR = 365;

export type MarkGrade = 'high' | 'medium' | 'low';
/** `comps_led` is the contract's; no mark has it while no multiples of listed companies are stored. */
export type MarkBasis = 'blended' | 'secondary_led' | 'comps_led' | 'round_anchored';

export interface MarkComponent {
  readonly kind: ComponentKind;
  readonly valuationUsd: number;
  /** Share of the whole weight. */
  readonly weight: number;
  readonly asOf: string;
  readonly asOfPrecision: DatePrecision;
  /** How sure the fact is. */
  readonly class: Evidence;
  readonly sourceUrl: string | null;
  readonly note: string;
}

/** A modelled valuation of a private company, USD. */
export interface PrivateMark {
  readonly valuationUsd: number;
  /** Day of the newest close or fact that entered. */
  readonly asOf: string;
  /** Day of the newest fact. */
  readonly newestFactOn: string;
  readonly confidence: MarkGrade;
  readonly basis: MarkBasis;
  readonly lowUsd: number;
  readonly highUsd: number;
  readonly components: readonly MarkComponent[];
  readonly methodology: string;
  readonly methodologyVersion: number;
}

interface Weighed extends Component {
  readonly weight: number;
}

function weighed(components: readonly Component[]): readonly Weighed[] {
  const total = components.reduce((sum, { rawWeight }) => sum + rawWeight, 0);
  return components.map((each) => ({ ...each, weight: each.rawWeight / total }));
}

function average(components: readonly Weighed[], of: (component: Weighed) => number): number {
  return components.reduce((sum, each) => sum + each.weight * of(each), 0);
}

function shareOf(components: readonly Weighed[], isCounted: (component: Weighed) => boolean): number {
  return components.reduce((sum, each) => sum + (isCounted(each) ? each.weight : 0), 0);
}

function basisOf(components: readonly Weighed[]): MarkBasis {
  if (shareOf(components, ({ kind }) => kind === 'last_round') >= LEADING_SHARE) return 'round_anchored';
  return shareOf(components, ({ kind }) => kind === 'secondary_print') >= LEADING_SHARE ? 'secondary_led' : 'blended';
}

function gradeOf(components: readonly Weighed[], dispersion: number, today: number): MarkGrade {
  const days = today - Math.max(...components.map(({ day }) => day));
  const sure = shareOf(components, ({ confidence }) => confidence !== 'indicative');
  const isFreshRound = components.some(({ isRound, day }) => isRound && today - day <= HIGH.freshRoundDays);
  const isConfirmed = components.every(({ weight }) => weight <= HIGH.leading);
  const isHigh = days <= HIGH.days && dispersion <= HIGH.dispersion && sure >= HIGH.sure;
  if (isHigh && (isConfirmed || isFreshRound)) return 'high';
  return days <= MEDIUM.days && dispersion <= MEDIUM.dispersion && sure >= MEDIUM.sure ? 'medium' : 'low';
}

/** The marks of companies, in order: those of `privateMark`. */
export function privateMarks(
  companies: readonly MarkFacts[],
  market: Market,
  today: number,
): readonly (PrivateMark | null)[] {
  const closesTo = newestClose(market, today);
  return companies.map((facts) => privateMark(facts, market, today, closesTo));
}

/**
 * The modelled valuation of a company on a day, by the facts known then; null if none tells a valuation. The components
 * reproduce it: the mean of the logarithms of their valuations by their weights.
 *
 * `low` and `high` are one standard deviation away: the dispersion of the components, the deviation of any valuation,
 * and what the mean age of the facts adds.
 */
function privateMark(facts: MarkFacts, market: Market, today: number, closesTo: number | null): PrivateMark | null {
  const components = weighed(componentsOn(facts, market, today, closesTo));
  if (components.length === 0) return null;
  const log = average(components, ({ valuationUsd }) => Math.log(valuationUsd));
  const variance = average(components, ({ valuationUsd }) => (Math.log(valuationUsd) - log) ** 2);
  const years = average(components, ({ day }) => today - day) / DAYS_PER_YEAR;
  const deviation = Math.sqrt(variance + BASE_DEVIATION ** 2 + YEARLY_DEVIATION ** 2 * years);
  const newest = Math.max(...components.map(({ day }) => day));
  return {
    valuationUsd: Math.exp(log),
    asOf: isoDate(Math.max(newest, ...components.map(({ movedTo }) => movedTo ?? newest))),
    newestFactOn: isoDate(newest),
    confidence: gradeOf(components, Math.sqrt(variance), today),
    basis: basisOf(components),
    lowUsd: Math.exp(log - deviation),
    highUsd: Math.exp(log + deviation),
    components: components.map(({ kind, valuationUsd, weight, day, dayPrecision, confidence, sourceUrl, note }) => ({
      kind,
      valuationUsd,
      weight,
      asOf: isoDate(day),
      asOfPrecision: dayPrecision,
      class: confidence,
      sourceUrl,
      note,
    })),
    methodology: METHODOLOGY,
    methodologyVersion: MARKS_VERSION,
  };
}
