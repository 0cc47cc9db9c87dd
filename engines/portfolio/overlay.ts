import { roundedScore, type SignalLabel } from '../signal/composite.js';
import { newestSession } from './age.js';
import { GRADE_FLOORS, OVERLAY } from './constants.js';
import { resolvedHoldings, type ResolvedHolding } from './exposure.js';
import {
  weighHoldings,
  type HoldingInput,
  type MergedTicker,
  type WeightBasis,
  type WeightRefusal,
} from './holdings.js';
import { riskFlags, riskReading } from './risk-flags.js';
import { NO_SIGNALS_MESSAGE, type NoSignals } from './roll-up.js';
import { signalGaps, type GapCandidate, type SignalGap } from './signal-gaps.js';

export type Verdict = 'agree_hold' | 'svc_says_sell' | 'svc_says_add';

/** Recommended actions, the most urgent first. */
const ACTIONS = ['CLOSE', 'ADD', 'HOLD', 'WATCH'] as const;
export type Action = (typeof ACTIONS)[number];

export type Grade = (typeof GRADE_FLOORS)[number]['grade'];
export type Weighting = 'weight' | 'value' | 'equal';

export interface OverlayHolding {
  readonly ticker: string;
  readonly weightPct: number;
  readonly verdict: Verdict;
  readonly action: Action;
  readonly signal: { readonly label: SignalLabel; readonly compositeScore: number };
}

export interface ActionItem {
  readonly action: Action;
  readonly ticker: string;
  readonly reason: string;
}

export interface Overlay {
  /** Newest session of the signals, ISO date. */
  readonly asOf: string;
  /** Holdings with a signal, in the order requested. */
  readonly holdings: readonly OverlayHolding[];
  /**
   * Every holding whose action is not HOLD: by priority, then by weight, largest first, then by the score's distance
   * from 50, farthest first, then by ticker.
   */
  readonly actionItems: readonly ActionItem[];
  readonly signalGaps: readonly SignalGap[];
  readonly summary: { readonly meanCompositeScore: number; readonly grade: Grade; readonly weighting: Weighting };
  readonly riskFlags: readonly string[];
  readonly unresolved: readonly string[];
  readonly stale: readonly string[];
  readonly merged: readonly MergedTicker[];
}

const WEIGHTING: Readonly<Record<WeightBasis, Weighting>> = {
  explicit_weight: 'weight',
  explicit_value: 'value',
  shares_value: 'value',
  equal_weight: 'equal',
};

type Size = 'small' | 'medium' | 'large';
type Judgement = readonly [Verdict, Action];

const CLOSE: Judgement = ['svc_says_sell', 'CLOSE'];
const ADD: Judgement = ['svc_says_add', 'ADD'];
const HOLD: Judgement = ['agree_hold', 'HOLD'];

/** Verdict and action by label and by the holding's size. */
const JUDGEMENTS: Readonly<Record<SignalLabel, Readonly<Record<Size, Judgement>>>> = {
  'Strong Buy': { small: ADD, medium: ADD, large: HOLD },
  Buy: { small: ADD, medium: HOLD, large: HOLD },
  Neutral: { small: HOLD, medium: HOLD, large: ['agree_hold', 'WATCH'] },
  Sell: { small: ['svc_says_sell', 'WATCH'], medium: CLOSE, large: CLOSE },
  'Strong Sell': { small: CLOSE, medium: CLOSE, large: CLOSE },
};

/** A holding is small below half of an equal weight; any other is large from 20% on. */
function sizeOf(weight: number, count: number): Size {
  if (weight < OVERLAY.smallShare / count) return 'small';
  return 100 * weight >= OVERLAY.largePct ? 'large' : 'medium';
}

/** Grade of an average score by the floors of the signal labels: A from 70, B 56, C 44, D 31, else F. */
export function gradeOf(score: number): Grade {
  const shown = roundedScore(score);
  return GRADE_FLOORS.find(({ floor }) => shown >= floor)?.grade ?? 'F';
}

function reasonOf({ verdict, action, weightPct, signal: { label, compositeScore } }: OverlayHolding): string {
  const reading = `${label} at ${roundedScore(compositeScore)} with ${roundedScore(weightPct)}% of the portfolio`;
  if (action === 'CLOSE') return `${reading}: the signal says sell.`;
  if (action === 'ADD') return `${reading}: the signal says add.`;
  if (verdict === 'svc_says_sell') return `${reading}: the signal says sell, and the holding is small.`;
  return `${reading}: no signal either way for a large holding.`;
}

function overlayHolding({ ticker, weight, signal, label }: ResolvedHolding, count: number): OverlayHolding {
  const [verdict, action] = JUDGEMENTS[label][sizeOf(weight, count)];
  return { ticker, weightPct: 100 * weight, verdict, action, signal: { label, compositeScore: signal.compositeScore } };
}

/** The order of action items, whatever the order of the request. */
function byUrgency(a: OverlayHolding, b: OverlayHolding): number {
  const strength = ({ signal }: OverlayHolding): number => Math.abs(signal.compositeScore - 50);
  return (
    ACTIONS.indexOf(a.action) - ACTIONS.indexOf(b.action) ||
    b.weightPct - a.weightPct ||
    strength(b) - strength(a) ||
    (a.ticker < b.ticker ? -1 : 1)
  );
}

/**
 * Compares holdings with their signals: a verdict and an action for each, actions by urgency, strong names that are
 * missing, and a grade of the mean score by weight. Holdings without a signal are listed as unresolved. Refusals are
 * those of the roll-up.
 */
export function overlay(
  inputs: readonly HoldingInput[],
  candidates: readonly GapCandidate[],
): Overlay | NoSignals | WeightRefusal {
  const weighed = weighHoldings(inputs);
  if ('ok' in weighed) return weighed;
  const resolved = resolvedHoldings(weighed.holdings);
  const unresolved = weighed.holdings
    .filter(({ signal, weight }) => signal === null || weight === null)
    .map(({ ticker }) => ticker);
  if (resolved.length === 0) return { ok: false, status: 'no_signals', message: NO_SIGNALS_MESSAGE, unresolved };
  const holdings = resolved.map((holding) => overlayHolding(holding, weighed.holdings.length));
  const actionItems = holdings
    .filter(({ action }) => action !== 'HOLD')
    .sort(byUrgency)
    .map((holding) => ({ action: holding.action, ticker: holding.ticker, reason: reasonOf(holding) }));
  const reading = riskReading(weighed.holdings, resolved);
  const meanCompositeScore = reading.weightedCompositeScore;
  return {
    asOf: newestSession(resolved),
    holdings,
    actionItems,
    signalGaps: signalGaps(weighed.holdings, candidates),
    summary: { meanCompositeScore, grade: gradeOf(meanCompositeScore), weighting: WEIGHTING[weighed.weightBasis] },
    riskFlags: riskFlags(reading),
    unresolved,
    stale: reading.stale.map(({ ticker }) => ticker),
    merged: weighed.merged,
  };
}
