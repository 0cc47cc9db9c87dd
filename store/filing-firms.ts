import { sql, type ColumnType, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import { z } from 'zod';
import type { Adviser } from './advisers.js';
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

const OF_ADVISERS = [
  'crd', 'secNumber', 'legalName', 'website', 'regulatoryAssetsUsd', 'fundAssetsUsd', 'funds', 'ventureFunds',
  'equityFunds',
] as const satisfies readonly (keyof Adviser)[];

/** What a form ADV tells beside what other forms do, and the adviser's name in its forms 13F. */
export type FiledAdviser = Pick<Adviser, (typeof OF_ADVISERS)[number]> & { readonly managerName: string | null };

/**
 * A firm that filings tell: a fund with a form D, an adviser with a form ADV, or a manager with forms 13F, of which less
 * is known.
 */
export interface FiledFirm extends Omit<FilingFirm, 'cik'> {
  /** Form that tells it. */
  readonly form: 'D' | 'ADV' | '13F';
  /** The name in lower case with hyphens, which several firms may have. */
  readonly slug: string;
  /** That of an adviser's name in its forms 13F. */
  readonly managerSlug: string | null;
  readonly cik: string | null;
  /** Of an adviser, and null for all others. */
  readonly adviser: FiledAdviser | null;
}

/** What firms are named by: slugs of names, or numbers. */
export interface FirmNames {
  readonly slugs: readonly string[];
  /** Ten digits each. */
  readonly ciks?: readonly string[];
  readonly crds?: readonly number[];
}

export interface FilingFirmsRepository {
  /**
   * Firms with any of these names or numbers, and all others with the same names: by CIK, then advisers by CRD; one
   * query.
   */
  named(names: FirmNames): Promise<readonly FiledFirm[]>;
  /** Firms with a text in their names, and all others with the same names, in the same order. */
  matching(text: string): Promise<readonly FiledFirm[]>;
  /** By CIK, as the transaction sees them. */
  within(tx: Kysely<Tables>, ciks: readonly string[]): Promise<ReadonlyMap<string, FilingFirm>>;
  /** Stores funds with distinct CIKs, or replaces those with the same CIKs. */
  upsert(tx: Kysely<Tables>, firms: readonly FilingFirm[]): Promise<void>;
}

const SLUG_CHARACTERS = 60;
const slugOf = (name: RawBuilder<unknown>): RawBuilder<string> =>
  sql`trim(both '-' from left(regexp_replace(lower(${name}), '[^a-z0-9]+', '-', 'g'), ${sql.lit(SLUG_CHARACTERS)}))`;

const ADVISER = sql`jsonb_build_object(${sql.join(OF_ADVISERS.map((name) => sql`${sql.lit(name)}, ${sql.ref(name)}`))},
  'managerName', managers.name)`;

/**
 * Funds, advisers, and managers that are neither; invented managers of the demo market are no firms. An adviser and the
 * manager of the same CIK are one firm, but a fund is another than its adviser.
 */
const FIRMS = sql`
  with managers as (
    select distinct on (cik) cik, manager as name, filing_day, accession, source from institutional_filings
    where source <> 'simulated' order by cik, filing_day desc, accession desc
  ), firms as (
    select 'D' as form, cik, name, firm_type, fund_type, founded, headquarters, country, offered_usd, sold_usd,
      sale_day, persons, as_of_day, source_url, source, ${slugOf(sql`name`)} as slug, null as manager_slug,
      null::jsonb as adviser, null::integer as crd
    from filing_firms
    union all
    select 'ADV', advisers.cik, advisers.name, null, null, null, headquarters, country, null, null, null, '[]'::jsonb,
      filed_day, 'https://adviserinfo.sec.gov/firm/summary/' || crd, advisers.source, ${slugOf(sql`advisers.name`)},
      ${slugOf(sql`managers.name`)}, ${ADVISER}, crd
    from advisers left join managers using (cik)
    union all
    select '13F', cik, name, null, null, null, null, null, null, null, null, '[]'::jsonb, filing_day,
      'https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&type=13F-HR&CIK=' || cik, source,
      ${slugOf(sql`name`)}, null, null, null
    from managers where cik not in (select cik from filing_firms)
      and cik not in (select cik from advisers where cik is not null)
  )`;

/** Funds with forms D, advisers with forms ADV, and managers with forms 13F. */
function createFilingFirmsRepository(db: Kysely<Tables>): FilingFirmsRepository {
  const among = async (condition: RawBuilder<boolean>): Promise<readonly FiledFirm[]> => {
    const { rows } = await sql<FiledFirm>`${FIRMS}
      select * from firms where slug in (select slug from firms where ${condition})
      order by crd is not null, cik, crd`.execute(db);
    return rows;
  };
  return {
    named: ({ slugs, ciks = [], crds = [] }) =>
      among(sql<boolean>`slug = any(${[...slugs]}::text[]) or manager_slug = any(${[...slugs]}::text[])
        or cik = any(${[...ciks]}::text[]) or crd = any(${[...crds]}::integer[])`),
    matching: (part) =>
      among(sql<boolean>`name ilike ${containing(part)} or adviser->>'legalName' ilike ${containing(part)}
        or adviser->>'managerName' ilike ${containing(part)}`),
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
  alsoReads: ['institutional_filings', 'advisers'],
  migrations: {
    '0045-filing-firms': [
      `create table filing_firms (
        cik text primary key, name text not null, firm_type text, fund_type text, founded integer, headquarters text,
        country text, offered_usd double precision, sold_usd double precision, sale_day integer, persons jsonb not null,
        as_of_day integer not null, source_url text not null, source text not null)`,
    ],
  },
} as const satisfies RepositoryRow;
