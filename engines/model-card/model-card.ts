import { calibration, type Calibration } from './calibration.js';
import type { CardSums } from './card-sums.js';
import { CARD } from './constants.js';
import { discrimination, type Discrimination } from './discrimination.js';
import { factorHealth, type FactorHealth } from './factor-health.js';
import { summarise, type CardRecordSummary } from './record.js';
import { significance, type Significance } from './significance.js';
import { robustness, type Robustness } from './track-record.js';

/** Sections that may be missing. */
export type CardSection = 'record' | 'significance' | 'calibration' | 'discrimination' | 'robustness' | 'factor_health';

/** A section that is null, and why, as part of a sentence. */
export interface MissingSection {
  readonly section: CardSection;
  readonly reason: string;
}

/** What the composite has been worth; each section is null on its own. */
export interface ModelCard {
  readonly record: CardRecordSummary | null;
  readonly validation: {
    readonly significance: Significance | null;
    readonly calibration: Calibration | null;
    readonly discrimination: Discrimination | null;
    readonly robustness: Robustness | null;
  };
  /** Null if no factor has a verdict; a factor without data on enough days is left out. */
  readonly factorHealth: readonly FactorHealth[] | null;
  readonly missing: readonly MissingSection[];
}

const NO_SIGNALS = 'no signal with a direction was resolved in the window';
const FEW_DAYS = `fewer than ${CARD.minDays} days have signals that were resolved in the window`;

/** Why each section would be null. */
const REASONS: Readonly<Record<CardSection, string>> = {
  record: NO_SIGNALS,
  significance: NO_SIGNALS,
  calibration: `no signal in the window has ${CARD.minTrainingMonths} months of resolved signals before its own month`,
  discrimination: 'the signals in the window all rose, all fell, or there are none',
  robustness: FEW_DAYS,
  factor_health: `fewer than ${CARD.minDays} days have ${CARD.minSecurities} securities with a factor and a resolved return`,
};

/** The card of a record. */
export function modelCard({ days, months }: CardSums): ModelCard {
  const factors = factorHealth(days);
  const sections = {
    record: summarise(days),
    significance: significance(days),
    calibration: calibration(months),
    discrimination: discrimination(days, months),
    robustness: robustness(days),
    factor_health: factors.length === 0 ? null : factors,
  };
  return cardOf(sections, REASONS);
}

/** A card without any section, for one reason. */
export function emptyCard(reason: string): ModelCard {
  const none = { record: null, significance: null, calibration: null, discrimination: null, robustness: null, factor_health: null };
  return cardOf(none, {
    record: reason, significance: reason, calibration: reason, discrimination: reason, robustness: reason, factor_health: reason,
  });
}

interface Sections {
  readonly record: ModelCard['record'];
  readonly significance: Significance | null;
  readonly calibration: Calibration | null;
  readonly discrimination: Discrimination | null;
  readonly robustness: Robustness | null;
  readonly factor_health: ModelCard['factorHealth'];
}

function cardOf(sections: Sections, reasons: Readonly<Record<CardSection, string>>): ModelCard {
  const { record, factor_health: factors, ...validation } = sections;
  const names = Object.keys(reasons) as CardSection[];
  return {
    record,
    validation,
    factorHealth: factors,
    missing: names.flatMap((section) => (sections[section] === null ? [{ section, reason: reasons[section] }] : [])),
  };
}
