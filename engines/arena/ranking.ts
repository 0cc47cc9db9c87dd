import type { ArenaRecord } from './record.js';

/** What the ranking can be sorted by, and the value of each. */
const SORT_VALUES = {
  score: (row) => row.score,
  return: (row) => row.returnPct,
  alpha: (row) => row.alphaPct,
  sharpe: (row) => row.sharpe,
  streak: (row) => row.streak,
  xp: (row) => row.xp,
} as const satisfies Record<string, (row: RankedRecord) => number | null>;

export type ArenaSort = keyof typeof SORT_VALUES;

export interface RankedRecord extends ArenaRecord {
  readonly id: string;
  readonly xp: number;
}

/** The records in descending order of one value; nulls last, ties by id. The input stays as it is. */
export function rankPortfolios<Row extends RankedRecord>(records: readonly Row[], sort: ArenaSort): Row[] {
  const valueOf = SORT_VALUES[sort];
  const keyOf = (row: Row): number => valueOf(row) ?? Number.NEGATIVE_INFINITY;
  return records
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => (a.key === b.key ? compareIds(a.row.id, b.row.id) : a.key < b.key ? 1 : -1))
    .map(({ row }) => row);
}

function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
