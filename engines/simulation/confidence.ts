import type { JointHistory } from './joint-history.js';
import { DISAGREEMENT, type ModelChallenge } from './model-challenge.js';
import { MIN_POOL_DAYS, type RegimeState } from './regime.js';

export type ConfidenceLevel = 'high' | 'medium' | 'low';

export interface Confidence {
  readonly level: ConfidenceLevel;
  /** One sentence for each criterion, the weakest first. */
  readonly reasons: readonly string[];
}

/** Common sessions, and their share of the longest history, from which a level is high or medium. */
const CONFIDENCE = {
  sessions: { high: 756, medium: 252 },
  overlap: { high: 0.9, medium: 0.6 },
} as const;

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
  return { level: levelOf(sessions, CONFIDENCE.sessions), reason: `${sessions} common sessions of history (ample from ${high}, fair from ${medium}).` };
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
  return { level, reason: `The models' 95% losses differ by ${percent}% of their mean (close up to ${bound}%).` };
}

/** The number of days that really belong to a drawn state. */
export interface DrawnState {
  readonly state: RegimeState;
  readonly ownDays: number;
}

function poolJudgement({ state, ownDays }: DrawnState): Judgement {
  if (ownDays >= MIN_POOL_DAYS) return { level: 'high', reason: `${ownDays} ${state} sessions to draw from.` };
  const reason = `Only ${ownDays} common sessions were ${state}; the ${MIN_POOL_DAYS} most like it are drawn instead.`;
  return { level: 'low', reason };
}

/** The lowest of the levels for history, overlap, model disagreement and the days of each drawn state. */
export function confidence(history: JointHistory, challenge: ModelChallenge, drawn: readonly DrawnState[]): Confidence {
  const judgements = [historyJudgement(history), overlapJudgement(history), modelJudgement(challenge), ...drawn.map(poolJudgement)];
  const sorted = [...judgements].sort((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level));
  return { level: sorted[0]?.level ?? 'low', reasons: sorted.map(({ reason }) => reason) };
}
