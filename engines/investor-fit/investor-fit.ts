import { checkSizeAxis, dryPowderAxis, type FirmMoney } from './money.js';
import type { Axis } from './axis.js';
import { geographyAxis, sectorAxis, stageAxis, type FirmPlaces } from './focus.js';
import { paceAxis, type DatedInvestment } from './pace.js';
import type { Place } from './places.js';
import type { Sector } from './sectors.js';
import type { Stage } from './stages.js';

/** What a company looks for; null where it does not say. */
export interface FitCriteria {
  readonly sector: Sector | null;
  readonly stage: Stage | null;
  readonly geography: Place | null;
  readonly raisingUsd: number | null;
}

/** What is known of a firm on the day of the question. */
export interface FitFirm extends FirmMoney {
  readonly slug: string;
  readonly sectorFocus: readonly string[];
  readonly stageFocus: readonly string[];
  readonly places: FirmPlaces;
  readonly investments: readonly DatedInvestment[];
}

const FIT_WEIGHTS = {
  pace: 0.15,
  dryPowder: 0.15,
  checkSize: 0.2,
  sector: 0.2,
  stage: 0.15,
  geography: 0.15,
} as const;

export type FitAxisName = keyof typeof FIT_WEIGHTS;
const AXES = Object.keys(FIT_WEIGHTS) as readonly FitAxisName[];

const FULL_SCORE = 100;
/** Scores are equal below this many decimals. */
const TIE_DECIMALS = 9;

export interface InvestorFit {
  readonly slug: string;
  /** 0 to 100. */
  readonly score: number;
  /** 0 to 1; null for what was not asked or is not known. */
  readonly axes: Readonly<Record<FitAxisName, number | null>>;
  /** A sentence for each axis that was asked, and one on coverage if anything is unknown. */
  readonly reasons: readonly string[];
  /** Weight of the known axes, as a share of those asked. */
  readonly coverage: number;
}

function axesOf(firm: FitFirm, { sector, stage, geography, raisingUsd }: FitCriteria, today: number) {
  const asked: readonly (readonly [FitAxisName, Axis | null])[] = [
    ['pace', paceAxis(firm.investments, today)],
    ['dryPowder', dryPowderAxis(firm, raisingUsd, today)],
    ['checkSize', raisingUsd === null ? null : checkSizeAxis(firm, raisingUsd)],
    ['sector', sector === null ? null : sectorAxis(firm.sectorFocus, sector)],
    ['stage', stage === null ? null : stageAxis(firm.stageFocus, stage)],
    ['geography', geography === null ? null : geographyAxis(firm.places, geography)],
  ];
  return asked.flatMap(([name, axis]) => (axis === null ? [] : [{ name, ...axis }]));
}

const percent = (share: number): string => `${Number((share * 100).toFixed(1))}%`;

/** One firm against the criteria; null if none of the axes is known. */
export function firmFit(firm: FitFirm, criteria: FitCriteria, today: number): InvestorFit | null {
  const asked = axesOf(firm, criteria, today);
  let [all, known, sum] = [0, 0, 0];
  for (const { name, score } of asked) {
    all += FIT_WEIGHTS[name];
    if (score === null) continue;
    known += FIT_WEIGHTS[name];
    sum += FIT_WEIGHTS[name] * score;
  }
  if (known === 0) return null;
  const coverage = known / all;
  const scores = new Map(asked.map(({ name, score }) => [name, score]));
  const isWhole = asked.every(({ score }) => score !== null);
  const onCoverage = `Coverage: ${percent(coverage)} of the weight is known; what is not known adds nothing to the score.`;
  return {
    slug: firm.slug,
    score: (FULL_SCORE * sum) / all,
    axes: Object.fromEntries(AXES.map((name) => [name, scores.get(name) ?? null])) as InvestorFit['axes'],
    reasons: [...asked.map(({ reason }) => reason), ...(isWhole ? [] : [onCoverage])],
    coverage: isWhole ? 1 : coverage,
  };
}

/** Firms with any known axis, best first; equal ones by slug. */
export function rankInvestors(firms: readonly FitFirm[], criteria: FitCriteria, today: number): readonly InvestorFit[] {
  return firms
    .flatMap((firm) => firmFit(firm, criteria, today) ?? [])
    .map((fit) => ({ fit, key: Number(fit.score.toFixed(TIE_DECIMALS)) }))
    .sort((one, other) => other.key - one.key || (one.fit.slug < other.fit.slug ? -1 : 1))
    .map(({ fit }) => fit);
}
