import type { FiledAdviser } from '../store/filing-firms.js';
import type { Investor } from '../store/investors.js';

type Told = Pick<FiledAdviser, 'regulatoryAssetsUsd' | 'fundAssetsUsd' | 'funds' | 'ventureFunds' | 'equityFunds'>;

const HALF = 0.5;

/**
 * The kind of firm that a form ADV shows: what more than half of an adviser's private funds are, if these are at least
 * half of the assets that it manages. Null for advisers of other funds, of listed securities and of persons.
 */
export function adviserType({
  regulatoryAssetsUsd,
  fundAssetsUsd,
  funds,
  ventureFunds,
  equityFunds,
}: Told): Investor['firmType'] | null {
  const isOfFunds = regulatoryAssetsUsd === null || (fundAssetsUsd ?? 0) >= HALF * regulatoryAssetsUsd;
  if (!isOfFunds || funds === null || funds === 0) return null;
  if ((ventureFunds ?? 0) > HALF * funds) return 'VC';
  return (equityFunds ?? 0) > HALF * funds ? 'Growth/PE' : null;
}
