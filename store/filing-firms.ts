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
  'crd',
  'secNumber',
  'legalName',
  'website',
  'regulatoryAssetsUsd',
  'fundAssetsUsd',
  'funds',
  'ventureFunds',
  'equityFunds',
] as const satisfies readonly (keyof Adviser)[];

/** What a form ADV tells beside what other forms do, and the adviser's name in its forms 13F. */
export type FiledAdviser = Pick<Adviser, (typeof OF_ADVISERS)[number]> & { readonly managerName: string | null };

/**
 * A firm that filings tell: a fund with a form D, an adviser with a form ADV, or a manager with forms 13F, of which
 * less is known.
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
/** The name in lower case with hyphens: a column of funds and advisers, with an index. */
const slugOf = (name: string): string =>
  `trim(both '-' from left(regexp_replace(lower(${name}), '[^a-z0-9]+', '-', 'g'), ${SLUG_CHARACTERS}))`;

const ADVISER = sql`jsonb_build_object(${sql.join(OF_ADVISERS.map((name) => sql`${sql.lit(name)}, ${sql.ref(name)}`))},
  'managerName', managers.name)`;

/** A condition on each of the three tables. */
interface Among {
  readonly funds: RawBuilder<boolean>;
  readonly advisers: RawBuilder<boolean>;
  readonly managers: RawBuilder<boolean>;
}

/**
 * Funds, advisers, and managers that are neither, among those that meet a condition and all others with the same names;
 * invented managers of the demo market are no firms. An adviser and the manager of the same CIK are one firm, but a
 * fund is another than its adviser.
 */
const firmsAmong = ({ funds, advisers, managers }: Among): RawBuilder<FiledFirm> => sql<FiledFirm>`
  with managers as materialized (
    select *, ${sql.raw(slugOf('name'))} as slug from (
      select distinct on (cik) cik, manager as name, filing_day, accession, source from institutional_filings
      where source <> 'simulated' order by cik, filing_day desc, accession desc
    ) as newest
  ), wanted as materialized (
    select slug from filing_firms where ${funds}
    union select slug from advisers where ${advisers}
    union select slug from managers where ${managers}
  ), firms as (
    select 'D' as form, cik, name, firm_type, fund_type, founded, headquarters, country, offered_usd, sold_usd,
      sale_day, persons, as_of_day, source_url, source, slug, null as manager_slug, null::jsonb as adviser,
      null::integer as crd
    from filing_firms where slug in (select slug from wanted)
    union all
    select 'ADV', advisers.cik, advisers.name, null, null, null, headquarters, country, null, null, null, '[]'::jsonb,
      filed_day, 'https://adviserinfo.sec.gov/firm/summary/' || crd, advisers.source, advisers.slug, managers.slug,
      ${ADVISER}, crd
    from advisers left join managers using (cik) where advisers.slug in (select slug from wanted)
    union all
    select '13F', cik, name, null, null, null, null, null, null, null, null, '[]'::jsonb, filing_day,
      'https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&type=13F-HR&CIK=' || cik, source, slug, null, null,
      null
    from managers where slug in (select slug from wanted) and cik not in (select cik from filing_firms)
      and cik not in (select cik from advisers where cik is not null)
  )
  select * from firms order by crd is not null, cik, crd`;

function withNames({ slugs, ciks = [], crds = [] }: FirmNames): Among {
  const hasSlug = sql<boolean>`slug = any(${[...slugs]}::text[])`;
  const isNamed = sql<boolean>`(${hasSlug} or cik = any(${[...ciks]}::text[]))`;
  const hasNumber = sql<boolean>`crd = any(${[...crds]}::integer[])`;
  const advisers = sql<boolean>`${isNamed} or ${hasNumber} or cik in (select cik from managers where ${hasSlug})`;
  return { funds: isNamed, managers: isNamed, advisers };
}

function withText(part: string): Among {
  const hasName = sql<boolean>`name ilike ${containing(part)}`;
  const hasLegalName = sql<boolean>`legal_name ilike ${containing(part)}`;
  const advisers = sql<boolean>`${hasName} or ${hasLegalName} or cik in (select cik from managers where ${hasName})`;
  return { funds: hasName, managers: hasName, advisers };
}

/** Funds with forms D, advisers with forms ADV, and managers with forms 13F. */
function createFilingFirmsRepository(db: Kysely<Tables>): FilingFirmsRepository {
  return {
    named: async (names) => (await firmsAmong(withNames(names)).execute(db)).rows,
    matching: async (part) => (await firmsAmong(withText(part)).execute(db)).rows,
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
  replica: {},
  tables: { filing_firms: 'table' },
  alsoReads: ['institutional_filings', 'advisers'],
  migrations: {
    '0045-filing-firms': [
      `create table filing_firms (
        cik text primary key, name text not null, firm_type text, fund_type text, founded integer, headquarters text,
        country text, offered_usd double precision, sold_usd double precision, sale_day integer, persons jsonb not null,
        as_of_day integer not null, source_url text not null, source text not null)`,
    ],
    '0069-slugs-of-firms': ['filing_firms', 'advisers'].flatMap((table) => [
      `alter table ${table} add column slug text generated always as (${slugOf('name')}) stored`,
      `create index ${table}_slug on ${table} (slug)`,
      `create index ${table}_cik on ${table} (cik)`,
    ]),
  },
} as const satisfies RepositoryRow;
