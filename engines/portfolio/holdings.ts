import type { FactorScores } from '../signal/composite.js';

/** A ticker's signal. */
export interface SignalRead {
  /** 0 to 100. */
  readonly compositeScore: number;
  readonly factors: FactorScores;
  /** The session that it is of, ISO date. */
  readonly session: string;
}

/** The amount of a holding: exactly one of a weight (any unit), a value in USD or a number of shares. */
export interface WeightInput {
  readonly weight?: number | undefined;
  readonly value?: number | undefined;
  readonly shares?: number | undefined;
}

/**
 * One requested holding, by its canonical ticker. Equal weight if `weightInput` is empty; `priceUsd` is needed only for
 * shares.
 */
export interface HoldingInput {
  readonly ticker: string;
  readonly weightInput: WeightInput;
  readonly priceUsd: number | null;
  readonly sector: string | null;
  /** Null if the ticker is unknown or has no signal. */
  readonly signal: SignalRead | null;
  /** Last session of a stale ticker, ISO date; null if it is not stale. */
  readonly staleSince: string | null;
}

export type WeightBasis = 'explicit_weight' | 'explicit_value' | 'shares_value' | 'equal_weight';

/** A holding with its part of the whole; `weight` is a decimal, and null if shares have no price. */
export interface WeightedHolding {
  readonly ticker: string;
  readonly weight: number | null;
  readonly sector: string | null;
  readonly signal: SignalRead | null;
  readonly staleSince: string | null;
}

export interface MergedTicker {
  readonly ticker: string;
  readonly entryCount: number;
}

export interface WeightedHoldings {
  readonly weightBasis: WeightBasis;
  /** In the order requested, each ticker once; weights sum to 1. */
  readonly holdings: readonly WeightedHolding[];
  /** Tickers given more than once, whose entries were summed. */
  readonly merged: readonly MergedTicker[];
}

/** Holdings that cannot be weighted; `ticker` and `index` are those of the first invalid entry. */
export interface WeightRefusal {
  readonly ok: false;
  readonly status: 'mixed_bases' | 'invalid_weight';
  readonly ticker: string;
  /** Index in the request; null if the fault is in all of them together. */
  readonly index: number | null;
  readonly message: string;
  /** One message for each entry that differs from the first, if several do. */
  readonly details: readonly { readonly index: number; readonly message: string }[];
}

const BASES = { weight: 'explicit_weight', value: 'explicit_value', shares: 'shares_value' } as const;
const KINDS = ['weight', 'value', 'shares'] as const;
type Kind = (typeof KINDS)[number];

function kindsOf({ weightInput }: HoldingInput): Kind[] {
  return KINDS.filter((kind) => weightInput[kind] !== undefined);
}

function refusal(
  status: WeightRefusal['status'],
  ticker: string,
  index: number | null,
  message: string,
  details: WeightRefusal['details'] = [],
): WeightRefusal {
  return { ok: false, status, ticker, index, message, details };
}

const MOST_LISTED = 5;

/** "A", "A and B", "A, B, C, D, E and 3 more". */
function listed(tickers: readonly string[]): string {
  const more = tickers.length - MOST_LISTED;
  const parts = more > 0 ? [...tickers.slice(0, MOST_LISTED), `${more} more`] : tickers;
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1] ?? ''}`;
}

function basisOf(inputs: readonly HoldingInput[]): Kind | 'equal' | WeightRefusal {
  const [first] = inputs;
  const basis = first === undefined ? undefined : kindsOf(first)[0];
  const odd = inputs.flatMap((input, index) =>
    kindsOf(input).length > 1 || kindsOf(input)[0] !== basis ? [{ index, ticker: input.ticker }] : [],
  );
  const [one, ...others] = odd;
  if (one === undefined) return basis ?? 'equal';
  const tickers = [...new Set(odd.map(({ ticker }) => ticker))];
  const message =
    'All holdings must be given in the same way (by weight, by value, by shares or by ticker alone); ' +
    `${listed(tickers)} ${tickers.length === 1 ? 'is' : 'are'} not.`;
  const same = 'must be given in one way, the same as the other holdings.';
  const details = others.length === 0 ? [] : odd.map(({ index, ticker }) => ({ index, message: `${ticker} ${same}` }));
  return refusal('mixed_bases', one.ticker, one.index, message, details);
}

/** USD value, value of the shares or bare weight of one entry; null if shares have no price. */
function amountOf({ weightInput, priceUsd }: HoldingInput, kind: Kind | 'equal'): number | null {
  if (kind === 'equal') return 1;
  const given = weightInput[kind] ?? Number.NaN;
  if (kind !== 'shares') return given;
  return priceUsd !== null && priceUsd > 0 ? given * priceUsd : null;
}

interface Merging {
  readonly input: HoldingInput;
  amount: number | null;
  entryCount: number;
}

/**
 * Weights of holdings, normalised to 1. All are given in one way (weight, value, shares or ticker alone); entries of
 * the same ticker are summed. Refuses mixed ways, and amounts that are not positive and finite. Shares without a price
 * are excluded from the sum and have a null weight.
 */
export function weighHoldings(inputs: readonly HoldingInput[]): WeightedHoldings | WeightRefusal {
  const kind = basisOf(inputs);
  if (typeof kind === 'object') return kind;
  const byTicker = new Map<string, Merging>();
  for (const [index, input] of inputs.entries()) {
    const amount = amountOf(input, kind);
    if (amount !== null && !(amount > 0 && amount < Infinity)) {
      return refusal(
        'invalid_weight',
        input.ticker,
        index,
        `The ${kind} of ${input.ticker} must be a positive number.`,
      );
    }
    const known = byTicker.get(input.ticker);
    if (known === undefined) byTicker.set(input.ticker, { input, amount, entryCount: 1 });
    else {
      if (amount !== null) known.amount = (known.amount ?? 0) + amount;
      known.entryCount += 1;
    }
  }
  const entries = [...byTicker.values()];
  const total = entries.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  if (total === Infinity) {
    return refusal(
      'invalid_weight',
      inputs[0]?.ticker ?? '',
      null,
      `The ${kind}s of the holdings are too large to sum.`,
    );
  }
  return {
    weightBasis: kind === 'equal' ? 'equal_weight' : BASES[kind],
    holdings: entries.map(({ input: { ticker, sector, signal, staleSince }, amount }) => ({
      ticker,
      sector,
      signal,
      staleSince,
      weight: amount === null ? null : amount / total,
    })),
    merged: entries
      .filter(({ entryCount }) => entryCount > 1)
      .map(({ input: { ticker }, entryCount }) => ({ ticker, entryCount })),
  };
}
