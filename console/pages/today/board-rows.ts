import type { SecurityKind, SignalLabel, TodayQuery } from '../../generated/types.js';

/** A security on the board. */
export interface BoardRow {
  readonly ticker: string;
  readonly name: string;
  readonly kind: SecurityKind;
  readonly sector: string | null;
  readonly last: number | null;
  readonly changePct: number | null;
  readonly score: number | null;
  readonly label: SignalLabel | null;
  readonly confidence: number | null;
}

/** A signal that has changed since the board was read. */
export type LiveScores = ReadonlyMap<string, { readonly label: SignalLabel; readonly compositeScore: number } | null>;

export function boardOf(data: TodayQuery | null, live: LiveScores): readonly BoardRow[] {
  const scored = data?.screen?.nodes.map(({ signal, ...rest }) => ({ ...rest, signal })) ?? [];
  const plain = data?.securities?.nodes.map((node) => ({ ...node, signal: null })) ?? [];
  return [...scored, ...plain].map(({ ticker, name, kind, sector, quote, signal }) => {
    const now = live.get(ticker);
    const { label = null, compositeScore = null } = (now === undefined ? signal : now) ?? {};
    return {
      ticker,
      name,
      kind,
      sector,
      last: quote?.last ?? null,
      changePct: quote?.changePct ?? null,
      score: compositeScore,
      label,
      confidence: signal?.confidence ?? null,
    };
  });
}

/** Rows by sector, the largest sector first; funds come last. */
export function sectorsOf(
  rows: readonly BoardRow[],
): readonly (readonly [sector: string, rows: readonly BoardRow[]])[] {
  const groups = new Map<string, BoardRow[]>();
  for (const row of rows) {
    const name = row.kind === 'ETF' || row.kind === 'INDEX' ? FUNDS : (row.sector ?? 'Other');
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  const place = (name: string): number => (name === FUNDS ? 1 : 0);
  return [...groups].sort(
    ([one, ones], [other, others]) =>
      place(one) - place(other) || others.length - ones.length || one.localeCompare(other),
  );
}

/** The group of what is no company. */
export const FUNDS = 'Funds and indices';

export interface Breadth {
  readonly up: number;
  readonly down: number;
  /** Of the equities that have a score; null without any. */
  readonly meanScore: number | null;
  readonly buys: number;
  readonly sells: number;
}

export function breadthOf(rows: readonly BoardRow[]): Breadth {
  const equities = rows.filter(({ kind, score }) => kind === 'EQUITY' && score !== null);
  const count = (test: (row: BoardRow) => boolean): number => rows.filter(test).length;
  return {
    up: count(({ changePct }) => (changePct ?? 0) > 0),
    down: count(({ changePct }) => (changePct ?? 0) < 0),
    meanScore:
      equities.length === 0 ? null : equities.reduce((sum, { score }) => sum + (score ?? 0), 0) / equities.length,
    buys: count(({ label }) => label === 'BUY' || label === 'STRONG_BUY'),
    sells: count(({ label }) => label === 'SELL' || label === 'STRONG_SELL'),
  };
}

const MOVERS = 8;

/** The largest changes of the session in either direction. */
export function moversOf(rows: readonly BoardRow[]): {
  readonly gainers: readonly BoardRow[];
  readonly losers: readonly BoardRow[];
} {
  const byChange = [...rows].sort((one, other) => (other.changePct ?? 0) - (one.changePct ?? 0));
  return {
    gainers: byChange.filter(({ changePct }) => (changePct ?? 0) > 0).slice(0, MOVERS),
    losers: byChange
      .filter(({ changePct }) => (changePct ?? 0) < 0)
      .reverse()
      .slice(0, MOVERS),
  };
}

/** Equities by score, the highest first. */
export function strongestOf(rows: readonly BoardRow[]): readonly BoardRow[] {
  return rows
    .filter(({ kind, score }) => kind === 'EQUITY' && score !== null)
    .sort((one, other) => (other.score ?? 0) - (one.score ?? 0))
    .slice(0, STRONGEST);
}

const STRONGEST = 8;
