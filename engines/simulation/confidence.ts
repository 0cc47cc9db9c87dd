import { isoDate } from '../../calendar/days.js';
import type { JointHistory } from './joint-history.js';
import { DISAGREEMENT, type ModelChallenge } from './model-challenge.js';
import { EXPECTED_BREACHES, type PastBreaches } from './past-breaches.js';
import type { RegimeState } from './regime.js';
import { MIN_STATE_DAYS } from './state-days.js';

export type ConfidenceLevel = 'high' | 'medium' | 'low';

export interface Confidence {
  readonly level: ConfidenceLevel;
  /** One sentence for each criterion, the weakest first. */
  readonly reasons: readonly string[];
}

/** From which values a level is high or medium: common sessions, their share of the longest history. */
const CONFIDENCE = {
  sessions: { high: 756, medium: 252 },
  overlap: { high: 0.9, medium: 0.6 },
  /** Kupiec's p-value of the past breaches. */
  breaches: { high: 0.2, medium: 0.05 },
} as const;

/** Horizons without overlap below which not even the absence of any breach would reject 5% (Kupiec's p below 0.05). */
const MIN_INDEPENDENT = 38;

interface Judgement {
  readonly level: ConfidenceLevel;
  readonly reason: string;
}

const ORDER: readonly ConfidenceLevel[] = ['low', 'medium', 'high'];

function levelOf(value: number, { high, medium }: { readonly high: number; readonly medium: number }): ConfidenceLevel {
  if (value >= high) return 'high';
  return value >= medium ? 'medium' : 'low';
}

function historyJudgement({ sessions }: JointHistory): Judgement {
  const { high, medium } = CONFIDENCE.sessions;
  return {
    level: levelOf(sessions, CONFIDENCE.sessions),
    reason: `${sessions} common sessions of history (ample from ${high}, fair from ${medium}).`,
  };
}

function overlapJudgement({ overlap, shortestTicker }: JointHistory): Judgement {
  const level = levelOf(overlap, CONFIDENCE.overlap);
  const share = `The positions share ${Math.floor(overlap * 100)}% of the longest history among them`;
  return { level, reason: level === 'high' ? `${share}.` : `${share}; ${shortestTicker} shortens it most.` };
}

function modelJudgement({ disagreement }: ModelChallenge): Judgement {
  const level = disagreement <= DISAGREEMENT.close ? 'high' : disagreement <= DISAGREEMENT.moderate ? 'medium' : 'low';
  const percent = Math.round(disagreement * 100);
  const bound = DISAGREEMENT.close * 100;
  return {
    level,
    reason: `The models' distances from p50 to p5 differ by ${percent}% of their mean (close up to ${bound}%).`,
  };
}

/** The number of days that really belong to a drawn state. */
export interface DrawnState {
  readonly state: RegimeState;
  readonly ownDays: number;
}

function stateJudgement({ state, ownDays }: DrawnState): Judgement {
  const days = Math.round(ownDays);
  if (ownDays >= MIN_STATE_DAYS) return { level: 'high', reason: `${days} ${state} sessions to draw from.` };
  const reason = `Only ${days} common sessions were ${state}; the ${MIN_STATE_DAYS} most like it are drawn instead.`;
  return { level: 'low', reason };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

/** Past breaches of this run's p5 and, of a run without regimes, what `auto` would have had. */
export interface TestedQuantile {
  readonly own: PastBreaches | null;
  readonly auto: PastBreaches | null;
}

/** How a rejected p5 compares with that of `auto`, if the latter is closer. */
function adviceOf(own: PastBreaches, auto: PastBreaches | null): string {
  const error = ({ rate }: PastBreaches): number => Math.abs(rate - EXPECTED_BREACHES);
  if (auto === null || error(auto) >= error(own)) return '.';
  const isOff = auto.pValue < CONFIDENCE.breaches.medium;
  const advice = isOff ? `closer, but off as well (p = ${auto.pValue.toFixed(2)})` : 'try it';
  return `; with the variance that regime auto forecasts, ${percent(auto.rate)}: ${advice}.`;
}

function breachJudgement({ own, auto }: TestedQuantile): Judgement {
  if (own === null)
    return {
      level: 'medium',
      reason: "No past date to test p5 at today's volatility: the history is too short, or its prices stand still.",
    };
  const tested = levelOf(own.pValue, CONFIDENCE.breaches);
  const record =
    `At past volatilities like today's, ${percent(own.rate)} of outcomes were below p5 (${percent(EXPECTED_BREACHES)} expected; ` +
    `${own.dates} dates, ${own.independent} without overlap, Kupiec p = ${own.pValue.toFixed(2)})`;
  if (tested !== 'high') return { level: tested, reason: `${record}${adviceOf(own, auto)}` };
  if (own.independent >= MIN_INDEPENDENT) return { level: 'high', reason: `${record}.` };
  return {
    level: 'medium',
    reason: `${record}: fewer than ${MIN_INDEPENDENT} without overlap, too few to confirm p5.`,
  };
}

/** Positions that no longer trade, or are no longer updated. */
export interface StalePositions {
  readonly positions: readonly { readonly ticker: string; readonly lastDay: number }[];
  readonly newestSession: number;
}

function staleJudgement({ positions, newestSession }: StalePositions): Judgement[] {
  const newest = isoDate(newestSession);
  return positions.map(({ ticker, lastDay }) => ({
    level: 'low',
    reason: `${ticker} is stale: its last session is ${isoDate(lastDay)}, more than 5 before the newest stored one, ${newest}.`,
  }));
}

export interface Criteria {
  readonly history: JointHistory;
  readonly challenge: ModelChallenge;
  readonly drawn: readonly DrawnState[];
  /** Null for a run that forces a regime. */
  readonly tested: TestedQuantile | null;
  readonly stale: StalePositions;
}

/** The lowest level of all criteria, with the reason for each. */
export function confidence({ history, challenge, drawn, tested, stale }: Criteria): Confidence {
  const judgements = [
    ...staleJudgement(stale),
    historyJudgement(history),
    overlapJudgement(history),
    modelJudgement(challenge),
    ...drawn.map(stateJudgement),
    ...(tested === null ? [] : [breachJudgement(tested)]),
  ];
  const sorted = [...judgements].sort((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level));
  return { level: sorted[0]?.level ?? 'low', reasons: sorted.map(({ reason }) => reason) };
}
