/** A holder's stake in a private company; days since 1970-01-01, values in USD. */
export interface Stake {
  readonly slug: string;
  readonly ticker: string;
  readonly stakeValueUsd: number | null;
  /** Planned, agreed or promised, and not known to be held. */
  readonly isCommitted: boolean;
  readonly asOfDay: number;
}

export type StakeOrder = 'value' | 'holders' | 'fresh';

/** A holder with its stakes, largest first. */
export interface Holder<Row extends Stake> {
  readonly ticker: string;
  readonly stakes: readonly Row[];
  /** Sum of the known values of what it holds, without what it is only committed to; null if none is known. */
  readonly stakeValueUsd: number | null;
  readonly asOfDay: number;
}

const HOLDING_USD = 10_000;

/**
 * USD of the private company in 10,000 USD of the holder's shares; null if the value or the holder's size is not known.
 */
export function exposurePer10k(stakeValueUsd: number | null, holder: { readonly usd: number } | null): number | null {
  if (stakeValueUsd === null || holder === null || holder.usd === 0) return null;
  return (HOLDING_USD * stakeValueUsd) / holder.usd;
}

const descending = (one: number | null, other: number | null): number =>
  one === null || other === null ? Number(one === null) - Number(other === null) : other - one;

const byText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Stakes in order; equal ones by company, then by holder. */
export function orderedStakes<Row extends Stake>(stakes: readonly Row[], order: StakeOrder): readonly Row[] {
  const holders = new Map<string, number>();
  for (const { slug } of stakes) holders.set(slug, (holders.get(slug) ?? 0) + 1);
  const compare: Readonly<Record<StakeOrder, (one: Row, other: Row) => number>> = {
    value: (one, other) => descending(one.stakeValueUsd, other.stakeValueUsd),
    holders: (one, other) => descending(holders.get(one.slug) ?? 0, holders.get(other.slug) ?? 0),
    fresh: (one, other) => other.asOfDay - one.asOfDay,
  };
  return stakes.toSorted(
    (one, other) => compare[order](one, other) || byText(one.slug, other.slug) || byText(one.ticker, other.ticker),
  );
}

/** The reverse index: each listed holder with its stakes, in order; equal ones by ticker. */
export function stakeHolders<Row extends Stake>(stakes: readonly Row[], order: StakeOrder): readonly Holder<Row>[] {
  const byTicker = new Map<string, Row[]>();
  for (const stake of orderedStakes(stakes, 'value'))
    byTicker.set(stake.ticker, [...(byTicker.get(stake.ticker) ?? []), stake]);
  const holders = [...byTicker].map(([ticker, own]): Holder<Row> => {
    const values = own.flatMap(({ stakeValueUsd, isCommitted }) => (isCommitted ? [] : (stakeValueUsd ?? [])));
    return {
      ticker,
      stakes: own,
      stakeValueUsd: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0),
      asOfDay: Math.max(...own.map(({ asOfDay }) => asOfDay)),
    };
  });
  const compare: Readonly<Record<StakeOrder, (one: Holder<Row>, other: Holder<Row>) => number>> = {
    value: (one, other) => descending(one.stakeValueUsd, other.stakeValueUsd),
    holders: (one, other) => other.stakes.length - one.stakes.length,
    fresh: (one, other) => other.asOfDay - one.asOfDay,
  };
  return holders.sort((one, other) => compare[order](one, other) || byText(one.ticker, other.ticker));
}
