import { labelOf, roundedScore, type SignalLabel } from './signal/composite.js';
import { FACTOR_WEIGHTS, type FactorName } from './signal/constants.js';
import type { FactorScore, SignalScores } from './signal/signal.js';

/** Nominal weights of the pillars (contract 2.15). */
const PILLAR_WEIGHTS = { technical: 0.4, flow: 0.3, sentiment: 0.3 } as const;

type PillarName = keyof typeof PILLAR_WEIGHTS;

/** The composite's factors in each pillar. */
const FACTORS: Readonly<Record<Exclude<PillarName, 'sentiment'>, readonly FactorName[]>> = {
  technical: ['technical', 'momentum'],
  flow: ['microstructure', 'optionsFlow'],
};

/** Grades by their floor on the rounded score (contract 2.15). */
const CONVICTIONS = [
  { floor: 75, grade: 'A', label: 'Strong Conviction', positionSize: 'full', holdPeriod: '2-4 weeks' },
  { floor: 60, grade: 'B', label: 'Medium', positionSize: 'half', holdPeriod: '1-2 weeks' },
  { floor: 40, grade: 'C', label: 'Watchlist', positionSize: 'quarter', holdPeriod: '2-5 days' },
  { floor: 0, grade: 'D', label: 'No Trade', positionSize: 'none', holdPeriod: 'none' },
] as const;

/** How much to buy, and for how long. */
export type Conviction = Omit<(typeof CONVICTIONS)[number], 'floor'>;

export interface SwingSignal {
  readonly label: SignalLabel;
  /** 0 to 100. */
  readonly score: number;
  /** `long` from Buy on, `short` from Sell down. */
  readonly direction: 'long' | 'short' | 'flat';
  readonly conviction: Conviction;
  /** Null without data; weights are renormalised over the others. */
  readonly pillars: Readonly<Record<PillarName, FactorScore | null>>;
}

/** Mean of the factors that have data, by their weights in the composite. */
function pillarScore(scores: SignalScores, factors: readonly FactorName[]): number | null {
  const known = factors.flatMap((name) =>
    scores[name] === null ? [] : [{ score: scores[name].score, weight: FACTOR_WEIGHTS[name] }],
  );
  const total = known.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0 ? null : known.reduce((sum, { score, weight }) => sum + weight * score, 0) / total;
}

function convictionOf(score: number): Conviction {
  const shown = roundedScore(score);
  const { floor: _floor, ...conviction } = CONVICTIONS.find(({ floor }) => shown >= floor) ?? CONVICTIONS[3];
  return conviction;
}

function directionOf(label: SignalLabel): SwingSignal['direction'] {
  if (label === 'Neutral') return 'flat';
  return label.endsWith('Buy') ? 'long' : 'short';
}

/**
 * Signal for a holding period of days to weeks, from the factor scores of the composite and a sentiment score (0 to
 * 100; null if there is none): three pillars, those without data left out. Null if none has data.
 */
export function swingSignal(scores: SignalScores, sentiment: number | null): SwingSignal | null {
  const values: Readonly<Record<PillarName, number | null>> = {
    technical: pillarScore(scores, FACTORS.technical),
    flow: pillarScore(scores, FACTORS.flow),
    sentiment,
  };
  const names = Object.keys(PILLAR_WEIGHTS) as PillarName[];
  const total = names.reduce((sum, name) => (values[name] === null ? sum : sum + PILLAR_WEIGHTS[name]), 0);
  if (total === 0) return null;
  const pillar = (name: PillarName): FactorScore | null => {
    const score = values[name];
    return score === null ? null : { score, weight: PILLAR_WEIGHTS[name] / total };
  };
  const pillars = { technical: pillar('technical'), flow: pillar('flow'), sentiment: pillar('sentiment') };
  const score = names.reduce(
    (sum, name) => sum + (pillars[name] === null ? 0 : pillars[name].score * pillars[name].weight),
    0,
  );
  const label = labelOf(score);
  return { label, score, direction: directionOf(label), conviction: convictionOf(score), pillars };
}
