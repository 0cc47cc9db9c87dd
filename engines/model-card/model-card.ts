import { calibration, type Calibration } from './calibration.js';
import type { CardSums } from './card-sums.js';
import { CARD } from './constants.js';
import { discrimination, type Discrimination } from './discrimination.js';
import { factorHealth, type FactorHealth } from './factor-health.js';
import { summarise, type CardRecordSummary } from './record.js';
import { significance, type Significance } from './significance.js';
import { robustness, type Robustness } from './track-record.js';

/** Sections that may be null, as REST spells them, in the order of the card. */
interface Sections {
  readonly record: CardRecordSummary | null;
  readonly significance: Significance | null;
  readonly calibration: Calibration | null;
  readonly discrimination: Discrimination | null;
  readonly robustness: Robustness | null;
  /** A factor without data on enough days is left out. */
  readonly factor_health: readonly FactorHealth[] | null;
}

/** A section that is null, and why, as part of a sentence. */
export interface MissingSection {
  readonly section: keyof Sections;
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
  readonly factorHealth: readonly FactorHealth[] | null;
  readonly missing: readonly MissingSection[];
}

const NO_SIGNALS = 'no signal with a direction was resolved in the window';

/** Why each section would be null. */
const REASONS: Readonly<Record<keyof Sections, string>> = {
  record: NO_SIGNALS,
  significance: NO_SIGNALS,
  calibration: `no signal in the window has ${CARD.minTrainingMonths} months of resolved signals before its own month`,
  discrimination: 'there are no signals in the window both of prices that rose and of prices that did not',
  robustness: `fewer than ${CARD.minDays} days have signals that were resolved in the window`,
  factor_health: `fewer than ${CARD.minDays} days have ${CARD.minSecurities} securities with a factor and a resolved return`,
};

/** The card of a record. */
export function modelCard({ days, months }: CardSums): ModelCard {
  const factors = factorHealth(days);
  return cardOf(
    {
      record: summarise(days),
      significance: significance(days),
      calibration: calibration(months),
      discrimination: discrimination(days, months),
      robustness: robustness(days),
      factor_health: factors.length === 0 ? null : factors,
    },
    (section) => REASONS[section],
  );
}

/** A card without any section, for one reason. */
export function emptyCard(reason: string): ModelCard {
  return cardOf(NO_SECTIONS, () => reason);
}

const NO_SECTIONS: Sections = {
  record: null,
  significance: null,
  calibration: null,
  discrimination: null,
  robustness: null,
  factor_health: null,
};
const SECTIONS = Object.keys(NO_SECTIONS) as (keyof Sections)[];

function cardOf(sections: Sections, reasonOf: (section: keyof Sections) => string): ModelCard {
  return {
    record: sections.record,
    validation: {
      significance: sections.significance,
      calibration: sections.calibration,
      discrimination: sections.discrimination,
      robustness: sections.robustness,
    },
    factorHealth: sections.factor_health,
    missing: SECTIONS.flatMap((section) =>
      sections[section] === null ? [{ section, reason: reasonOf(section) }] : [],
    ),
  };
}
