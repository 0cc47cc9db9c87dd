import { sql, type Kysely } from 'kysely';
import type { IpoStatus } from './company-profile.js';
import type { ToldRound } from './private-rounds.js';
import type { RepositoryRow } from './repository-row.js';
import type { SecondaryEvent } from './secondary-events.js';
import type { Tables } from './tables.js';
import { TOLD_ROUNDS } from './told-rounds.js';

/** A company that has a valuation or a secondary event. */
export interface ValuedCompany {
  readonly slug: string;
  readonly name: string;
  readonly source: string;
  readonly ipoStatus: IpoStatus | null;
  /** The day (YYYY-MM-DD) that the status is of; null for that of an imported list. */
  readonly ipoStatusAsOf: string | null;
}

/** A round, a list or a report with a valuation, USD. */
export type StoredValuation = Pick<
  ToldRound,
  'slug' | 'kind' | 'day' | 'dayPrecision' | 'recordedAt' | 'confidence' | 'sourceUrl' | 'source'
> & {
  readonly postMoneyUsd: number;
};

/** A listed rival or comparable of a company. */
export interface StoredComparable {
  readonly slug: string;
  readonly ticker: string;
}

/** All that tells what private companies are worth, each list by slug and day. */
export interface PrivateEvidence {
  readonly companies: readonly ValuedCompany[];
  readonly valuations: readonly StoredValuation[];
  readonly events: readonly SecondaryEvent[];
  readonly comparables: readonly StoredComparable[];
}

export interface PrivateEvidenceRepository {
  /** Of all companies; one query for each table. */
  all(): Promise<PrivateEvidence>;
}

/** Tables that marks, tape and liquidity are computed from; `securities` has the versions of the closes. */
export const EVIDENCE_TABLES = [
  'private_companies',
  'private_rounds',
  'secondary_events',
  'private_relations',
  'company_overlays',
  'securities',
] as const satisfies readonly (keyof Tables)[];

function createPrivateEvidenceRepository(db: Kysely<Tables>): PrivateEvidenceRepository {
  return {
    async all() {
      const [companies, valuations, events, comparables] = await Promise.all([
        sql<ValuedCompany>`
          select slug, name, company.source, coalesce(told.value->>'status', profile->>'ipoStatus') as "ipoStatus",
            coalesce((date '1970-01-01' + told.as_of_day)::text,
              profile->'facts'->'ipoStatus'->>'asOf') as "ipoStatusAsOf"
          from private_companies company
            left join (select slug, value, as_of_day from company_overlays
              where field = 'ipoStatus' and withdrawn_at is null) told using (slug)
          where slug in (select valued.slug from ${TOLD_ROUNDS} valued where post_money_usd > 0)
            or exists (select from secondary_events event where event.slug = company.slug)
          order by slug collate "C"`.execute(db),
        sql<StoredValuation>`
          select slug, kind, day, day_precision as "dayPrecision", confidence, source, source_url as "sourceUrl", recorded_at as "recordedAt", post_money_usd as "postMoneyUsd"
          from ${TOLD_ROUNDS} told where post_money_usd > 0 order by slug collate "C", day`.execute(db),
        db
          .selectFrom('secondary_events')
          .selectAll()
          .orderBy(sql`slug collate "C"`)
          .orderBy('day')
          .execute(),
        sql<StoredComparable>`
          select distinct slug collate "C" as slug, ticker collate "C" as ticker from private_relations
          where relation in ('rival', 'comparable') and ticker is not null order by 1, 2`.execute(db),
      ]);
      return {
        companies: companies.rows,
        valuations: valuations.rows,
        events,
        comparables: comparables.rows,
      };
    },
  };
}

export const REPOSITORY = {
  create: createPrivateEvidenceRepository,
  replica: {},
  tables: {},
  alsoReads: EVIDENCE_TABLES,
} as const satisfies RepositoryRow;
