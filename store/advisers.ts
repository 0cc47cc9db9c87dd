import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import { amount, count, pageAddress, text } from './field-schemas.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

/** An investment adviser as its newest form ADV tells it. Amounts in USD; days since 1970-01-01. */
export const adviser = z.object({
  /** Number in the registers of advisers and brokers, which never changes. */
  crd: z.int('it is empty').positive(),
  /** File number with the SEC: 801-… of registered advisers, 802-… of exempt reporting ones. */
  secNumber: text('SEC#', 20).nullable(),
  /** Number with the SEC of those that file there, ten digits. */
  cik: z
    .string()
    .regex(/^\d{10}$/)
    .nullable(),
  name: text('Primary Business Name', 200),
  legalName: text('Legal Name', 200).nullable(),
  headquarters: text('Main Office City', 120).nullable(),
  /** ISO 3166-1 alpha-2. */
  country: z.string().length(2).nullable(),
  website: pageAddress('Website Address', 600).nullable(),
  /** Regulatory assets under management, which exempt reporting advisers do not tell. */
  regulatoryAssetsUsd: amount('5F(2)(c)').nullable(),
  /** Gross assets of its private funds. */
  fundAssetsUsd: amount('Total Gross Assets of Private Funds').nullable(),
  funds: count('Count of Private Funds - 7B(1)').nullable(),
  ventureFunds: count('Total number of VC funds').nullable(),
  equityFunds: count('Total number of PE funds').nullable(),
  /** Of the newest form. */
  filedDay: z.int('it is empty'),
});

export type AdviserFields = Readonly<z.infer<typeof adviser>>;

declare module './tables.js' {
  interface Tables {
    advisers: AdviserFields & { source: string };
  }
}

export type Adviser = Readonly<Selectable<Tables['advisers']>>;

export interface AdvisersRepository {
  /** Stores advisers with distinct numbers; one whose stored form is newer stays as it is. Returns how many do. */
  save(tx: Kysely<Tables>, advisers: readonly Adviser[]): Promise<number>;
}

/** Advisers with forms ADV. They are read as firms (`filing-firms.ts`). */
function createAdvisersRepository(): AdvisersRepository {
  return {
    async save(tx, advisers) {
      const stored = await tx.selectFrom('advisers').select(['crd', 'filedDay']).execute();
      const days = new Map(stored.map(({ crd, filedDay }) => [crd, filedDay]));
      const newer = advisers.filter(({ crd, filedDay }) => filedDay >= (days.get(crd) ?? -Infinity));
      await upsert(tx, 'advisers', ['crd'], newer);
      return advisers.length - newer.length;
    },
  };
}

export const REPOSITORY = {
  create: createAdvisersRepository,
  replica: {},
  tables: { advisers: 'table' },
  migrations: {
    '0068-advisers': [
      `create table advisers (
        crd integer primary key, sec_number text, cik text, name text not null, legal_name text, headquarters text,
        country text, website text, regulatory_assets_usd double precision, fund_assets_usd double precision,
        funds integer, venture_funds integer, equity_funds integer, filed_day integer not null, source text not null)`,
    ],
  },
} as const satisfies RepositoryRow;
