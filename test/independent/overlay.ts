import { plainLabel } from './composite.js';

/** A holding of a distinct ticker with its amount, all in the same unit. */
export interface PlainPosition {
  ticker: string;
  amount: number;
  sector: string | null;
  score: number | null;
}

/** A security that could be held. */
export interface PlainCandidate {
  ticker: string;
  sector: string | null;
  compositeScore: number;
}

/** The methodology's table: label, then verdict and action of a small, a medium and a large holding. */
const TABLE = `
Strong Buy  | svc_says_add ADD    | svc_says_add ADD    | agree_hold HOLD
Buy         | svc_says_add ADD    | agree_hold HOLD     | agree_hold HOLD
Neutral     | agree_hold HOLD     | agree_hold HOLD     | agree_hold WATCH
Sell        | svc_says_sell WATCH | svc_says_sell CLOSE | svc_says_sell CLOSE
Strong Sell | svc_says_sell CLOSE | svc_says_sell CLOSE | svc_says_sell CLOSE`;
const CELLS = TABLE.trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));

function judged(score: number, part: number, count: number): readonly string[] {
  const column = part * count < 0.5 ? 0 : part < 0.2 ? 1 : 2;
  const [, ...cells] = CELLS.find(([label]) => label === plainLabel(score)) ?? [];
  return cells[column]?.split(' ') ?? [];
}

function gradeOf(score: number): string {
  const grades: Readonly<Record<string, string>> = { 'Strong Buy': 'A', Buy: 'B', Neutral: 'C', Sell: 'D' };
  return grades[plainLabel(score)] ?? 'F';
}

/** The five strongest candidates, found one at a time: each time the best of those that may still be taken. */
export function plainGaps(positions: readonly PlainPosition[], candidates: readonly PlainCandidate[]) {
  const total = positions.reduce((sum, { amount }) => sum + amount, 0);
  const weightOf = (sector: string): number =>
    positions.reduce((sum, position) => sum + (position.sector === sector ? position.amount : 0), 0) / total;
  const held = positions.map(({ ticker }) => ticker);
  const taken: PlainCandidate[] = [];
  for (;;) {
    const open = candidates.filter(
      (each) =>
        plainLabel(each.compositeScore) === 'Strong Buy' &&
        !taken.includes(each) &&
        !held.includes(each.ticker) &&
        taken.filter(({ sector }) => sector === each.sector).length < 2 &&
        (each.sector === null || weightOf(each.sector) < 0.3),
    );
    const best = open.reduce<PlainCandidate | undefined>((first, each) => {
      if (first === undefined || each.compositeScore > first.compositeScore) return each;
      return each.compositeScore === first.compositeScore && each.ticker < first.ticker ? each : first;
    }, undefined);
    if (best === undefined || taken.length === 5)
      return taken.map(({ ticker, compositeScore }) => ({ ticker, compositeScore }));
    taken.push(best);
  }
}

/** The numbers, verdicts and actions of an overlay of distinct tickers of which one has a score at least. */
export function plainOverlay(positions: readonly PlainPosition[]) {
  const total = positions.reduce((sum, { amount }) => sum + amount, 0);
  const scored = positions.flatMap((each) => (each.score === null ? [] : [{ ...each, score: each.score }]));
  const scoredTotal = scored.reduce((sum, { amount }) => sum + amount, 0);
  const meanCompositeScore = scored.reduce((sum, { amount, score }) => sum + amount * score, 0) / scoredTotal;
  const holdings = scored.map(({ ticker, amount, score }) => {
    const [verdict, action] = judged(score, amount / total, positions.length);
    const signal = { label: plainLabel(score), compositeScore: score };
    return { ticker, weightPct: (100 * amount) / total, verdict, action, signal };
  });
  const urgency = ['CLOSE', 'ADD', 'WATCH'];
  const actionItems = urgency.flatMap((action) => {
    const those = holdings.filter((each) => each.action === action);
    const keys = ({ weightPct, signal: { compositeScore }, ticker }: (typeof those)[number]) =>
      [-weightPct, -Math.abs(compositeScore - 50), ticker] as const;
    const isBefore = (a: (typeof those)[number], b: (typeof those)[number]): boolean => {
      const differing = [0, 1, 2].find((place) => keys(a)[place] !== keys(b)[place]) ?? 2;
      return (keys(a)[differing] ?? 0) < (keys(b)[differing] ?? 0);
    };
    return those.sort((a, b) => (isBefore(a, b) ? -1 : 1)).map(({ ticker }) => `${action} ${ticker}`);
  });
  return {
    holdings,
    actionItems,
    meanCompositeScore,
    grade: gradeOf(meanCompositeScore),
    unresolved: positions.filter(({ score }) => score === null).map(({ ticker }) => ticker),
  };
}
