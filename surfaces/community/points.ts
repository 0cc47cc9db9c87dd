/** Points for what a member does. */
export const POINTS = {
  /** A post, once it is published. */
  post: 10,
  /** A comment, once it is published. */
  comment: 2,
  /** A vote of another member for one of the member's posts; taken back with the vote. */
  upvote: 1,
} as const;

/** Votes received that give points; posts and comments are not capped. */
export const UPVOTE_CAP = 2000;

/** Points at which each level begins; the first is level 1. */
export const LEVELS: readonly number[] = [0, 50, 150, 400, 1_000, 2_500, 6_000, 15_000];

export interface Level {
  readonly level: number;
  readonly points: number;
  /** Points at which the next level begins; null at the highest. */
  readonly nextLevelPoints: number | null;
  /** Share of the way from this level's beginning to the next one's, 0 to 1; 1 at the highest. */
  readonly progress: number;
}

/** Points of a member from counts of what is published and of votes received. */
export function pointsOf({ post, comment, upvote }: Readonly<Record<keyof typeof POINTS, number>>): number {
  return POINTS.post * post + POINTS.comment * comment + POINTS.upvote * Math.min(upvote, UPVOTE_CAP);
}

export function levelOf(points: number): Level {
  const level = Math.max(1, LEVELS.filter((begins) => begins <= points).length);
  const from = LEVELS[level - 1] ?? 0;
  const next = LEVELS[level];
  if (next === undefined) return { level, points, nextLevelPoints: null, progress: 1 };
  return { level, points, nextLevelPoints: next, progress: Math.max(0, points - from) / (next - from) };
}
