import { sql, type ColumnType, type Kysely, type Selectable } from 'kysely';
import { z } from 'zod';
import type { Timestamp } from './column-types.js';
import type { OverlayOrigin } from './company-overlays.js';
import { amount, oneOf, text } from './field-schemas.js';
import {
  byCompany,
  companySlug,
  EVIDENCE,
  KNOWN_TO_THE_DAY,
  PRECISIONS,
  sourceAddress,
  type WithoutPrecisions,
} from './private-fields.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';
import { TOLD_ROUNDS } from './told-rounds.js';
import { upsert } from './upsert.js';

/**
 * A day's valuation of a private company: of a funding round (`round`), or of a list that tells valuations without
 * their rounds (`list`). Amounts in USD; `postMoneyUsd` is the valuation after the money. Days since 1970-01-01; of a
 * bare month or year the day that it counts as, with the precision.
 */
export const privateRound = z.object({
  slug: companySlug,
  kind: oneOf('kind', ['round', 'list']),
  day: z.int(),
  /** As the source names it; empty for a list. */
  stage: z.string().max(60),
  amountUsd: amount('amount').nullable(),
  postMoneyUsd: amount('valuation').nullable(),
  leadInvestors: z.array(text('lead investor', 120)).readonly(),
  investors: z.array(text('investor', 120)).readonly(),
  confidence: oneOf('confidence', EVIDENCE),
  asOfDay: z.int(),
  ...PRECISIONS,
  sourceUrl: sourceAddress.nullable(),
});

export type PrivateRoundFields = Readonly<z.infer<typeof privateRound>>;

type Names = ColumnType<readonly string[], string, string>;

declare module './tables.js' {
  interface Tables {
    private_rounds: Omit<PrivateRoundFields, 'leadInvestors' | 'investors'> & {
      source: string;
      leadInvestors: Names;
      investors: Names;
      /** When it was stored, or changed last. */
      recordedAt: Timestamp;
    };
  }
}

export type PrivateRound = Readonly<Selectable<Tables['private_rounds']>>;
/** Without a precision, the days are known; without an instant, it is stored now. */
export type NewPrivateRound = Omit<WithoutPrecisions<PrivateRound>, 'recordedAt'> &
  Partial<Pick<PrivateRound, 'recordedAt'>>;

/** A stored round or valuation, or one that is laid over the company, which has an origin. */
export type ToldRound = Omit<PrivateRound, 'kind'> & {
  /** `report` is a valuation that news tells without its round. */
  readonly kind: PrivateRound['kind'] | 'report';
  readonly origin: OverlayOrigin | null;
};

export interface PrivateRoundsRepository {
  /** Of each company, those of the overlay included, oldest first; one query. Companies without any are left out. */
  bySlugs(slugs: readonly string[]): Promise<ReadonlyMap<string, readonly ToldRound[]>>;
  /** Of all companies, those of the overlay included, by slug and day. */
  all(): Promise<readonly ToldRound[]>;
  /** Of some companies as they are stored, as the transaction sees them. */
  within(tx: Kysely<Tables>, slugs: readonly string[]): Promise<readonly PrivateRound[]>;
  /** Stores rounds with distinct keys (slug, kind, day, stage, source), or replaces those with the same keys. */
  upsert(tx: Kysely<Tables>, rounds: readonly NewPrivateRound[]): Promise<void>;
  /** Removes the rounds of one source, but for those with the keys of `kept`. */
  removeSource(tx: Kysely<Tables>, source: string, kept?: readonly NewPrivateRound[]): Promise<void>;
}

/** Funding rounds and listed valuations of private companies. */
function createPrivateRoundsRepository(db: Kysely<Tables>): PrivateRoundsRepository {
  const ordered = () =>
    db
      .selectFrom(TOLD_ROUNDS.$castTo<ToldRound>().as('told'))
      .selectAll()
      .orderBy(sql`slug collate "C"`)
      .orderBy('day')
      .orderBy(sql`kind collate "C"`)
      .orderBy(sql`stage collate "C"`)
      .orderBy(sql`source collate "C"`);
  return {
    bySlugs: (slugs) => byCompany(slugs, (among) => ordered().where(among).execute()),
    all: () => ordered().execute(),
    within: (tx, slugs) =>
      tx
        .selectFrom('private_rounds')
        .selectAll()
        .where(sql<boolean>`slug = any(${[...slugs]}::text[])`)
        .execute(),
    upsert: (tx, rounds) =>
      upsert(
        tx,
        'private_rounds',
        ['slug', 'kind', 'day', 'stage', 'source'],
        rounds.map((round) => ({
          ...KNOWN_TO_THE_DAY,
          recordedAt: new Date(),
          ...round,
          leadInvestors: JSON.stringify(round.leadInvestors),
          investors: JSON.stringify(round.investors),
        })),
        [],
        'recordedAt',
      ),
    async removeSource(tx, source, kept = []) {
      const keys = JSON.stringify(kept.map(({ slug, kind, day, stage }) => ({ slug, kind, day, stage })));
      await tx
        .deleteFrom('private_rounds')
        .where('source', '=', source)
        .where(
          sql<boolean>`(slug, kind, day, stage) not in (
            select slug, kind, day, stage from jsonb_to_recordset(${keys}::jsonb)
              as kept(slug text, kind text, day integer, stage text))`,
        )
        .execute();
    },
  };
}

export const REPOSITORY = {
  create: createPrivateRoundsRepository,
  replica: {},
  tables: { private_rounds: 'table' },
  alsoReads: ['company_overlays'],
  migrations: {
    '0035-private-rounds': [
      `create table private_rounds (
        slug text not null, kind text not null check (kind in ('round', 'list')), day integer not null,
        stage text not null, amount_usd double precision, post_money_usd double precision,
        lead_investors jsonb not null, investors jsonb not null,
        confidence text not null check (confidence in ('disclosed', 'reported', 'indicative')),
        as_of_day integer not null, source_url text, source text not null,
        primary key (slug, kind, day, stage, source))`,
    ],
    '0055-round-precisions': [
      `alter table private_rounds add column day_precision text not null default 'day'
        check (day_precision in ('year', 'month', 'day'))`,
      `alter table private_rounds add column as_of_precision text not null default 'day'
        check (as_of_precision in ('year', 'month', 'day'))`,
    ],
    '0056-recorded-rounds': [`alter table private_rounds add column recorded_at timestamptz not null default now()`],
  },
} as const satisfies RepositoryRow;
