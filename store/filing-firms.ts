import { sql, type ColumnType, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import { z } from 'zod';
import { amount, oneOf, text } from './field-schemas.js';
import { FIRM_TYPES } from './investors.js';
import { containing } from './like-pattern.js';
import { sourceAddress } from './private-fields.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

/** A pooled investment fund as its newest form D tells it. Amounts in USD; days since 1970-01-01. */
export const filingFirm = z.object({
  /** Number with the SEC, ten digits. */
  cik: z.string().regex(/^\d{10}$/, 'the CIK of the issuer is not a number of up to ten digits'),
  name: text('name of the issuer', 200),
  firmType: oneOf('firm type', FIRM_TYPES).nullable(),
  fundType: text('type of fund', 120).nullable(),
  founded: z.int().min(1600).max(2100).nullable(),
  headquarters: text('city', 120).nullable(),
  /** ISO 3166-1 alpha-2. */
  country: z.string().length(2).nullable(),
  offeredUsd: amount('amount offered').nullable(),
  soldUsd: amount('amount sold').nullable(),
  saleDay: z.int().nullable(),
  persons: z.array(text('related person', 200)).readonly(),
  asOfDay: z.int(),
  sourceUrl: sourceAddress,
});

export type FilingFirmFields = Readonly<z.infer<typeof filingFirm>>;

declare module './tables.js' {
  interface Tables {
    filing_firms: Omit<FilingFirmFields, 'persons'> & {
      persons: ColumnType<readonly string[], string, string>;
      source: string;
    };
  }
}

export type FilingFirm = Readonly<Selectable<Tables['filing_firms']>>;

/** A firm that filings tell: a fund with a form D, or a manager with forms 13F, of which less is known. */
export type FiledFirm = FilingFirm & {
  /** The name in lower case with hyphens, which several firms may have. */
  readonly slug: string;
  /** Form that tells it. */
  readonly form: 'D' | '13F';
};

export interface FilingFirmsRepository {
  /** Firms with any of these names in slugs or CIKs, and all others with the same names, by CIK; one query. */
  named(slugs: readonly string[], ciks: readonly string[]): Promise<readonly FiledFirm[]>;
  /** Firms with a text in their names, and all others with the same names, by CIK. */
  matching(text: string): Promise<readonly FiledFirm[]>;
  /** By CIK, as the transaction sees them. */
  within(tx: Kysely<Tables>, ciks: readonly string[]): Promise<ReadonlyMap<string, FilingFirm>>;
  /** Stores funds with distinct CIKs, or replaces those with the same CIKs. */
  upsert(tx: Kysely<Tables>, firms: readonly FilingFirm[]): Promise<void>;
}

const SLUG_CHARACTERS = 60;
const slugOf = (name: RawBuilder<unknown>): RawBuilder<string> =>
  sql`trim(both '-' from left(regexp_replace(lower(${name}), '[^a-z0-9]+', '-', 'g'), ${sql.lit(SLUG_CHARACTERS)}))`;

/** Funds, and managers that have no form D; invented managers of the demo market are no firms. */
const FIRMS = sql`
  with managers as (
    select distinct on (cik) cik, manager as name, filing_day, accession, source from institutional_filings
    where source <> 'simulated' order by cik, filing_day desc, accession desc
  ), firms as (
    select cik, name, firm_type, fund_type, founded, headquarters, country, offered_usd, sold_usd, sale_day, persons,
      as_of_day, source_url, source, 'D' as form, ${slugOf(sql`name`)} as slug
    from filing_firms
    union all
    select cik, name, null, null, null, null, null, null, null, null, '[]'::jsonb, filing_day,
      'https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&type=13F-HR&CIK=' || cik, source, '13F', ${slugOf(sql`name`)}
    from managers where cik not in (select cik from filing_firms)
  )`;

/** Funds with forms D, and managers with forms 13F. */
function createFilingFirmsRepository(db: Kysely<Tables>): FilingFirmsRepository {
  const among = async (condition: RawBuilder<boolean>): Promise<readonly FiledFirm[]> => {
    const { rows } = await sql<FiledFirm>`${FIRMS}
      select * from firms where slug in (select slug from firms where ${condition}) order by cik`.execute(db);
    return rows;
  };
  return {
    named: (slugs, ciks) =>
      among(sql<boolean>`slug = any(${[...slugs]}::text[]) or cik = any(${[...ciks]}::text[])`),
    matching: (part) => among(sql<boolean>`name ilike ${containing(part)}`),
    async within(tx, ciks) {
      const condition = sql<boolean>`cik = any(${[...ciks]}::text[])`;
      const rows = await tx.selectFrom('filing_firms').selectAll().where(condition).execute();
      return new Map(rows.map((row) => [row.cik, row]));
    },
    upsert: (tx, firms) =>
      upsert(
        tx,
        'filing_firms',
        ['cik'],
        firms.map((firm) => ({ ...firm, persons: JSON.stringify(firm.persons) })),
      ),
  };
}

export const REPOSITORY = {
  create: createFilingFirmsRepository,
  tables: { filing_firms: 'table' },
  alsoReads: ['institutional_filings'],
  migrations: {
    '0045-filing-firms': [
      `create table filing_firms (
        cik text primary key, name text not null, firm_type text, fund_type text, founded integer, headquarters text,
        country text, offered_usd double precision, sold_usd double precision, sale_day integer, persons jsonb not null,
        as_of_day integer not null, source_url text not null, source text not null)`,
    ],
  },
} as const satisfies RepositoryRow;
