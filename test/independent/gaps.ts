import { earliest, type Row } from './rows.js';

interface PlainGap {
  session: number;
  date: string;
  gap: number;
  direction: 'up' | 'dn';
  isFilled: boolean;
  openClose: number;
}

function summary(gaps: PlainGap[]) {
  const count = gaps.length;
  const share = (test: (gap: PlainGap) => boolean) => (count === 0 ? null : gaps.filter(test).length / count);
  const mean = (value: (gap: PlainGap) => number) =>
    count === 0 ? null : gaps.map(value).reduce((a, b) => a + b, 0) / count;
  return {
    count,
    fillRate: share(({ isFilled }) => isFilled),
    followRate: share(({ direction, openClose }) => (direction === 'up' ? openClose > 0 : openClose < 0)),
    meanGap: mean(({ gap }) => gap),
    meanOpenClose: mean(({ openClose }) => openClose),
  };
}

const CLASSES: readonly [string, string, number, number][] = [
  ['small', '0.5% to 1%', 0.005, 0.01],
  ['medium', '1% to 2%', 0.01, 0.02],
  ['large', '2% to 4%', 0.02, 0.04],
  ['extreme', '4% and more', 0.04, Infinity],
];

/** Overnight gap statistics from plain rows. */
export function plainGaps(rows: readonly Row[]) {
  const from = earliest(rows, 10);
  const inside = rows
    .filter(({ date }) => date >= from)
    .map(({ date, open, high, low, close, adj }) => {
      const factor = adj / close;
      return { date, open: open * factor, high: high * factor, low: low * factor, close: adj };
    });
  const sessions = inside.slice(1).map((row, k) => ({ row, prior: inside[k]?.close ?? NaN }));
  const all: PlainGap[] = sessions.map(({ row, prior }, session) => {
    const gap = row.open / prior - 1;
    const direction = gap > 0 ? 'up' : 'dn';
    const isFilled = direction === 'up' ? row.low - prior <= prior * 1e-12 : prior - row.high <= prior * 1e-12;
    return { session, date: row.date, gap, direction, isFilled, openClose: row.close / row.open - 1 };
  });
  const gaps = all.filter(({ gap }) => Math.abs(gap) >= 0.005);
  const recent = gaps.filter(({ session }) => session >= sessions.length - 252);
  const side = (list: PlainGap[], direction: string) => list.filter((gap) => gap.direction === direction);
  const shown = ({ date, gap, direction, isFilled, openClose }: PlainGap) => ({
    date,
    gap,
    direction,
    isFilled,
    openClose,
  });
  const lastGap = gaps[gaps.length - 1];
  return {
    sessions: sessions.length,
    from: sessions[0]?.row.date ?? null,
    to: sessions[sessions.length - 1]?.row.date ?? null,
    gapCount: gaps.length,
    gapFrequency: sessions.length === 0 ? null : gaps.length / sessions.length,
    up: summary(side(gaps, 'up')),
    down: summary(side(gaps, 'dn')),
    buckets: ['up', 'dn'].flatMap((direction) =>
      CLASSES.map(([size, label, low, high]) => ({
        direction,
        size,
        label,
        ...summary(side(gaps, direction).filter(({ gap }) => Math.abs(gap) >= low && Math.abs(gap) < high)),
      })),
    ),
    recent: {
      window: '252 sessions',
      from: sessions.slice(-252)[0]?.row.date ?? null,
      to: sessions[sessions.length - 1]?.row.date ?? null,
      gapCount: recent.length,
      up: summary(side(recent, 'up')),
      down: summary(side(recent, 'dn')),
    },
    largestUp: side(gaps, 'up')
      .sort((a, b) => b.gap - a.gap)
      .slice(0, 5)
      .map(shown),
    largestDown: side(gaps, 'dn')
      .sort((a, b) => a.gap - b.gap)
      .slice(0, 5)
      .map(shown),
    lastGap: lastGap === undefined ? null : shown(lastGap),
  };
}
