import { wholeWithin } from '../../app/within.js';
import type { SimulatorPageQueryVariables } from '../../generated/types.js';
import { holdingsInLink, parseHoldings, textOfLink, type Holding } from '../portfolio/holdings.js';

export interface Chosen {
  readonly horizonSessions: number;
  readonly lookbackYears: number;
  readonly regime: 'AUTO' | 'STRESSED' | null;
}

export const HORIZONS = [
  [21, '1 month'],
  [63, '3 months'],
  [126, '6 months'],
  [252, '1 year'],
] as const;
export const REGIMES = [
  ['', 'All days alike'],
  ['AUTO', 'Today’s regime'],
  ['STRESSED', 'Stressed days'],
] as const;

/** What a reader asks to be simulated. */
interface Wanted {
  readonly holdings: readonly Holding[];
  readonly chosen: Chosen;
}

/** A simulation that was asked for. */
export interface Run extends Wanted {
  readonly variables: SimulatorPageQueryVariables;
  /** Of the link that asked for it: the same seed, the same paths. */
  readonly seed: string | null;
}

const SEED = /^[0-9a-f]{32}$/;

export function variablesOf({
  holdings,
  chosen: { horizonSessions, lookbackYears, regime },
}: Wanted): SimulatorPageQueryVariables {
  const positions = holdings.map(({ ticker, amount }) => ({ ticker, value: amount ?? 0 }));
  return { positions, horizonSessions, lookbackYears, ...(regime === null ? {} : { regime }) };
}

/** Years of history as they are typed; null for what is no whole number from 1 to 10. */
export function yearsOf(text: string): number | null {
  return /^(?:[1-9]|10)$/.test(text.trim()) ? Number(text) : null;
}

/** What a link asks for; no run if it has no holdings by value. */
export function readLink(link: URLSearchParams): {
  readonly holdings: string;
  readonly chosen: Chosen;
  readonly run: Run | null;
} {
  const text = link.get('holdings') ?? '';
  const [horizonSessions] = HORIZONS.find(([value]) => String(value) === link.get('horizon')) ?? HORIZONS[2];
  const regime =
    REGIMES.map(([value]) => value).find(
      (value): value is 'AUTO' | 'STRESSED' => value !== '' && value === link.get('regime'),
    ) ?? null;
  const chosen = { horizonSessions, lookbackYears: wholeWithin(link.get('years'), 1, 10, 5), regime };
  const { holdings, refused } = parseHoldings(textOfLink(text));
  const isByValue =
    holdings.length > 0 &&
    refused.length === 0 &&
    holdings.every(({ amount, unit }) => amount !== null && unit === 'usd');
  const given = link.get('seed') ?? '';
  const seed = SEED.test(given) ? given : null;
  return {
    holdings: text,
    chosen,
    run: isByValue ? { holdings, chosen, variables: variablesOf({ holdings, chosen }), seed } : null,
  };
}

/** The parts of a link to a run and its outcome; no seed while there is none. */
export function writeLink({ holdings, chosen }: Wanted, seed: string): Readonly<Record<string, string>> {
  const { horizonSessions, lookbackYears, regime } = chosen;
  return {
    holdings: holdingsInLink(holdings),
    horizon: String(horizonSessions),
    years: String(lookbackYears),
    regime: regime ?? '',
    seed,
  };
}
