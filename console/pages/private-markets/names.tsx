import { usd, words } from '../../app/format.js';
import { addressOf } from '../../app/router.js';
import type { FirmType } from '../../generated/types.js';

export function CompanyLink({ slug, name }: { readonly slug: string; readonly name: string }) {
  return <a href={addressOf('private-markets', 'company', slug)}>{name}</a>;
}

export function InvestorLink({ slug, name }: { readonly slug: string; readonly name: string }) {
  return <a href={addressOf('private-markets', 'investor', slug)}>{name}</a>;
}

/** What people call a kind of firm. */
export const firmKind = (type: FirmType | null): string =>
  type === 'GROWTH_PE' ? 'Growth equity and PE' : words(type);

interface Stake {
  readonly stakeValueUsd: number | null;
  readonly isCommitted: boolean;
}

/** What a stake is worth; planned or promised ones are said to be so. */
export function StakeValue({ stake: { stakeValueUsd, isCommitted } }: { readonly stake: Stake }) {
  return (
    <>
      {usd(stakeValueUsd)}
      {isCommitted && <span class="tag">committed</span>}
    </>
  );
}

/** A stage of funding as the press writes it: `PRE_SERIES_A` as Pre-Series A. */
export const stageWords = (stage: string): string =>
  stage
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join(' ')
    .replace(/^Pre S/, 'Pre-S')
    .replace('Pre-Seed', 'Pre-seed');
