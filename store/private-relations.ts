import { sql, type Kysely, type Selectable } from 'kysely';
import { z } from 'zod';
import { oneOf, text, ticker } from './field-schemas.js';
import { byCompany, companySlug, PRECISIONS, sourceAddress, type WithoutPrecisions } from './private-fields.js';
import type { RepositoryRow } from './repository-row.js';
import { rowsByKey } from './rows-by-key.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

/** What another company is to a private one, in the order in which a read-through basket takes them. */
const RELATIONS = ['rival', 'supplier', 'investor', 'customer', 'comparable'] as const;

/** Another company that a private one has to do with: listed (`ticker`), or private (`otherSlug`). */
export const privateRelation = z
  .object({
    slug: companySlug,
    relation: oneOf('relation', RELATIONS),
    name: text('name', 120),
    ticker: ticker.nullable(),
    otherSlug: companySlug.nullable(),
    rationale: text('rationale', 300),
    asOfDay: z.int(),
    asOfPrecision: PRECISIONS.asOfPrecision,
    sourceUrl: sourceAddress,
  })
  .superRefine((row, context) => {
    if (row.ticker === null && row.otherSlug === null)
      context.addIssue({ code: 'custom', message: 'the relation has neither a ticker nor a slug' });
  });

export type PrivateRelationFields = Readonly<z.infer<typeof privateRelation>>;

declare module './tables.js' {
  interface Tables {
    private_relations: PrivateRelationFields & { other: string; source: string };
  }
}

export type PrivateRelation = Readonly<Selectable<Tables['private_relations']>>;

/** Without a precision, the day is known. */
export type NewPrivateRelation = WithoutPrecisions<Omit<PrivateRelation, 'other'>>;

export interface PrivateRelationsRepository {
  /** Of each company, by relation and name; one query. Companies without any are left out. */
  bySlugs(slugs: readonly string[]): Promise<ReadonlyMap<string, readonly PrivateRelation[]>>;
  /** In which each listed company is the other one; one query. */
  byTickers(tickers: readonly string[]): Promise<ReadonlyMap<string, readonly PrivateRelation[]>>;
  /** Stores relations, one of a kind between two companies, or replaces those. */
  upsert(tx: Kysely<Tables>, relations: readonly NewPrivateRelation[]): Promise<void>;
  /** Removes the relations of one source. */
  removeSource(tx: Kysely<Tables>, source: string): Promise<void>;
}

/** Rivals, suppliers, investors, customers and comparables of private companies. */
function createPrivateRelationsRepository(db: Kysely<Tables>): PrivateRelationsRepository {
  const ordered = () =>
    db
      .selectFrom('private_relations')
      .selectAll()
      .orderBy(sql`slug collate "C"`)
      .orderBy(sql`relation collate "C"`)
      .orderBy(sql`name collate "C"`);
  return {
    bySlugs: (slugs) => byCompany(slugs, (among) => ordered().where(among).execute()),
    async byTickers(tickers) {
      if (tickers.length === 0) return new Map();
      const related = sql<boolean>`ticker = any(${[...tickers]}::text[])`;
      return rowsByKey(await ordered().where(related).execute(), (row) => row.ticker ?? '');
    },
    upsert: (tx, relations) =>
      upsert(
        tx,
        'private_relations',
        ['slug', 'relation', 'other'],
        relations.map((row) => ({ asOfPrecision: 'day', ...row, other: row.ticker ?? `/${row.otherSlug ?? ''}` })),
      ),
    async removeSource(tx, source) {
      await tx.deleteFrom('private_relations').where('source', '=', source).execute();
    },
  };
}

export const REPOSITORY = {
  create: createPrivateRelationsRepository,
  replica: {},
  tables: { private_relations: 'table' },
  migrations: {
    '0038-private-relations': [
      `create table private_relations (
        slug text not null, relation text not null
          check (relation in ('rival', 'supplier', 'investor', 'customer', 'comparable')),
        name text not null, ticker text, other_slug text, other text not null, rationale text not null,
        as_of_day integer not null, source_url text not null, source text not null,
        primary key (slug, relation, other))`,
      `create index private_relations_ticker on private_relations (ticker)`,
    ],
    '0055-relation-precisions': [
      `alter table private_relations add column as_of_precision text not null default 'day'
        check (as_of_precision in ('year', 'month', 'day'))`,
    ],
  },
} as const satisfies RepositoryRow;
