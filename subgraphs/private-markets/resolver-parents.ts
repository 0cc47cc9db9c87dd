import type { InvestorRow } from '../filed-investors.js';
import type { PrivateCompany } from '../../store/private-companies.js';
import type { PrivateStake } from '../../store/private-stakes.js';
import type { PrivateRelation } from '../../store/private-relations.js';

/** A company on a page of the list. */
export interface CompanyEdgeParent {
  readonly node: PrivateCompany;
  readonly cursor: string;
}

export type PrivateStakeParent = PrivateStake;
export type CompanyRelationParent = PrivateRelation;

/** A listed holder with its stakes, largest first. */
export interface StakeHolderParent {
  readonly ticker: string;
  readonly stakes: readonly PrivateStake[];
  readonly stakeValueUsd: number | null;
  readonly asOfDay: number;
}

/** A constituent of a basket; the fictional ones have no source. */
export interface ConstituentParent {
  readonly ticker: string;
  readonly name: string;
  readonly relation: PrivateRelation['relation'];
  readonly rationale: string;
  readonly sourceUrl: string | null;
  readonly weightPct: number;
  readonly compositeScore: number | null;
}

export type InvestorParent = InvestorRow;
