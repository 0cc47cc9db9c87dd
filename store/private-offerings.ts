import { sql, type Kysely, type Selectable } from 'kysely';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

/**
 * What a curated company has sold without a public offering, as a form D tells it. The company is found by its name
 * whenever it is read, because names are curated. Amounts in USD; days since 1970-01-01.
 */
interface OfferingColumns {
  /** Number with the SEC, ten digits. */
  cik: string;
  name: string;
  stage: string;
  saleDay: number | null;
  soldUsd: number | null;
  headquarters: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  asOfDay: number;
  sourceUrl: string;
  source: string;
}

declare module './tables.js' {
  interface Tables {
    private_offerings: OfferingColumns & { key: string };
  }
}

export type PrivateOffering = Readonly<Selectable<Tables['private_offerings']>>;
export type NewPrivateOffering = Omit<PrivateOffering, 'key'>;

export interface PrivateOfferingsRepository {
  /** All, by issuer and day. */
  all(tx: Kysely<Tables>): Promise<readonly PrivateOffering[]>;
  /** Stores the newest form of each offering; an older one replaces no newer one. */
  save(tx: Kysely<Tables>, offerings: readonly NewPrivateOffering[]): Promise<void>;
}

/** An offering of an issuer: its amendments tell the same first sale. */
function offeringKey({ cik, stage, saleDay }: NewPrivateOffering): string {
  return JSON.stringify([cik, stage, saleDay]);
}

/** Forms D of curated companies. */
function createPrivateOfferingsRepository(): PrivateOfferingsRepository {
  return {
    all: (tx) =>
      tx
        .selectFrom('private_offerings')
        .selectAll()
        .orderBy('cik')
        .orderBy('asOfDay')
        .orderBy(sql`key collate "C"`)
        .execute(),
    async save(tx, offerings) {
      const newest = new Map<string, PrivateOffering>();
      for (const offering of offerings) {
        const key = offeringKey(offering);
        if (offering.asOfDay >= (newest.get(key)?.asOfDay ?? -Infinity)) newest.set(key, { ...offering, key });
      }
      const stored = await tx
        .selectFrom('private_offerings')
        .select(['key', 'asOfDay'])
        .where(sql<boolean>`key = any(${[...newest.keys()]}::text[])`)
        .execute();
      const days = new Map(stored.map(({ key, asOfDay }) => [key, asOfDay]));
      const newer = [...newest.values()].filter(({ key, asOfDay }) => asOfDay >= (days.get(key) ?? -Infinity));
      await upsert(tx, 'private_offerings', ['key'], newer);
    },
  };
}

export const REPOSITORY = {
  create: createPrivateOfferingsRepository,
  replica: {},
  tables: { private_offerings: 'table' },
  migrations: {
    '0050-private-offerings': [
      `create table private_offerings (
        key text primary key, cik text not null, name text not null, stage text not null, sale_day integer,
        sold_usd double precision, headquarters text, country text, as_of_day integer not null,
        source_url text not null, source text not null)`,
    ],
  },
} as const satisfies RepositoryRow;
