type Arguments = Readonly<Record<string, unknown>>;

/** The part of the filter of a list that is of its names. */
export const groupOf = ({ sector, sectors = null, kind }: Arguments): object =>
  Object.fromEntries(Object.entries({ sector, sectors, kind }).filter(([, value]) => value !== null));

interface Ranged {
  readonly of: string;
  readonly atLeast: number | null;
  readonly atMost: number | null;
  readonly isStrict: boolean;
}

/** Ranges of the filter of a screen. */
function rangesOf(bounds: readonly Ranged[]): object {
  const names: Readonly<Record<string, string>> = { CHANGE_PCT: 'changePct', VOLUME_RATIO: 'volumeRatio' };
  const all = [...new Set(bounds.map(({ of }) => of))].map((of): readonly [string, object] => {
    const step = of === 'VOLUME' ? 1 : 1e-6;
    const own = bounds.filter((each) => each.of === of);
    const low = own.flatMap(({ atLeast, isStrict }) => (atLeast === null ? [] : [atLeast + (isStrict ? step : 0)]));
    const high = own.flatMap(({ atMost, isStrict }) => (atMost === null ? [] : [atMost - (isStrict ? step : 0)]));
    const range = {
      ...(low.length === 0 ? {} : { atLeast: Math.max(...low) }),
      ...(high.length === 0 ? {} : { atMost: Math.min(...high) }),
    };
    return [names[of] ?? of.toLowerCase(), range];
  });
  const factors = all.filter(([name]) => ['technical', 'momentum', 'fundamentals'].includes(name));
  return {
    ...Object.fromEntries(all.filter((each) => !factors.includes(each))),
    ...(factors.length === 0 ? {} : { factors: Object.fromEntries(factors) }),
  };
}

/** The part of the filter of a screen that is of computed values. */
export function computedOf({ labels, session, bounds }: Arguments): object {
  const changePct = session === 'UP' ? { atLeast: 0.01 } : session === 'DOWN' ? { atMost: -0.01 } : null;
  const filter = Object.entries({ labels, changePct }).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(filter), ...rangesOf((bounds as readonly Ranged[] | undefined) ?? []) };
}

/** The variables of the graph's screener for the input of a screen. */
export function screenVariables({
  first,
  orderBy,
  direction,
  sector,
  kind,
  labels,
  session,
  sectors,
  bounds,
}: Arguments): object {
  return {
    first,
    filter: { ...groupOf({ sector, sectors, kind }), ...computedOf({ labels, session, bounds }) },
    orderBy: { field: orderBy, direction },
  };
}

/** A name as the graph tells it to another client. */
export interface Indicated {
  readonly ticker: string;
  readonly signal: {
    readonly compositeScore: number;
    readonly scores: {
      readonly technical: { readonly score: number } | null;
      readonly momentum: { readonly score: number; readonly details: { readonly volumeRatio: number | null } } | null;
      readonly fundamentals: { readonly score: number } | null;
    };
    readonly quote: { readonly last: number; readonly changePct: number; readonly volume: number };
    readonly indicators: Readonly<Record<string, number | null>>;
  } | null;
}

/** What a range of a screen is of. */
function valueOf({ signal }: Indicated, of: string): number {
  const { compositeScore, scores, quote } = signal ?? {};
  const values: Readonly<Record<string, number | null | undefined>> = {
    SCORE: compositeScore,
    TECHNICAL: scores?.technical?.score,
    MOMENTUM: scores?.momentum?.score,
    FUNDAMENTALS: scores?.fundamentals?.score,
    CHANGE_PCT: quote?.changePct,
    VOLUME: quote?.volume,
    VOLUME_RATIO: scores?.momentum?.details.volumeRatio,
    RSI: signal?.indicators['rsi'],
  };
  return values[of] ?? Number.NaN;
}

function isInside(value: number, { atLeast, atMost, isStrict }: Omit<Ranged, 'of'>): boolean {
  const [low, high] = [atLeast ?? -Infinity, atMost ?? Infinity];
  return isStrict ? value > low && value < high : value >= low && value <= high;
}

/** Whether a name is what a screen by indicators asks for. */
export function isScreened(name: Indicated, { rsi, either, averages }: Arguments): boolean {
  const ranges = [
    ...(rsi as readonly Omit<Ranged, 'of'>[]).map((range) => ({ ...range, of: 'RSI' })),
    ...(either as readonly Ranged[]),
  ];
  const sides = averages as readonly { readonly side: string; readonly of: string }[];
  return (
    ranges.every(({ of }) => ranges.some((range) => range.of === of && isInside(valueOf(name, of), range))) &&
    sides.every(({ side, of }) => {
      const { last } = name.signal?.quote ?? { last: Number.NaN };
      const sma = name.signal?.indicators[of.toLowerCase()] ?? Number.NaN;
      return side === 'ABOVE' ? last > sma : last < sma;
    })
  );
}
