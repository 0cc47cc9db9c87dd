import { sql, type Kysely, type Selectable } from 'kysely';
import { z } from 'zod';
import { cusip } from './cusips.js';
import { text } from './field-schemas.js';
import type { InstitutionalFiling } from './institutional-filings.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';

/** Shares, principal of debt, or options on shares. */
const POSITION_KINDS = ['SHARES', 'PRINCIPAL', 'PUT', 'CALL'] as const;

const MOST = 1e15;
const quantity = (name: string) =>
  z
    .number({ error: `${name} is missing` })
    .nonnegative({ error: ({ input }) => `${name} ${String(input)} is negative` })
    .max(MOST, { error: ({ input }) => `${name} ${String(input)} is above 10^15` });

/** One entry of an information table, as filed, its value in USD. */
export const institutionalPosition = z.object({
  cusip,
  issuer: text('name of the issuer', 200),
  titleOfClass: text('title of class', 150),
  kind: z.enum(POSITION_KINDS),
  /** Shares, USD of principal, or shares that options are on. */
  amount: quantity('number of shares'),
  value: quantity('value'),
  discretion: z.enum(['SOLE', 'DEFINED', 'OTHER'], {
    error: ({ input }) => `investment discretion ${JSON.stringify(input)} is not SOLE, DFND or OTR`,
  }),
  /** Numbers of other managers in the filing; null if there are none. */
  otherManagers: text('other managers', 200).nullable(),
  votingSole: quantity('sole voting authority'),
  votingShared: quantity('shared voting authority'),
  votingNone: quantity('no voting authority'),
});

export type InstitutionalPositionFields = Readonly<z.infer<typeof institutionalPosition>>;
export type PositionKind = InstitutionalPositionFields['kind'];

/** How a filing calls what has a CUSIP; filings differ in it. */
export type InstitutionalIssue = Pick<InstitutionalPositionFields, 'cusip' | 'issuer' | 'titleOfClass'>;

declare module './tables.js' {
  interface Tables {
    /** `entry` is the place in the table of the filing, from 1. */
    institutional_positions: InstitutionalPositionFields & { accession: string; entry: number };
    institutional_issues: InstitutionalIssue;
  }
}

export type InstitutionalPosition = Readonly<Selectable<Tables['institutional_positions']>>;

/** An entry that counts, with the report that it is part of. */
export type HeldPosition = Omit<InstitutionalPositionFields, 'discretion' | 'otherManagers'> &
  Pick<InstitutionalFiling, 'cik' | 'periodDay' | 'filingDay' | 'isFilingDayEstimated' | 'source'>;

/** A split of a security: `ratio` new shares for one old share. */
export interface SecuritySplit {
  readonly symbol: string;
  readonly day: number;
  readonly ratio: number;
}

export interface InstitutionalPositionsRepository {
  /** All names of all CUSIPs, sorted; one query. */
  issues(): Promise<readonly InstitutionalIssue[]>;
  /** Entries that count, in the order of their filings; one query. */
  ofCusips(cusips: readonly string[], periods: readonly number[]): Promise<readonly HeldPosition[]>;
  /** The same of managers. */
  ofManagers(ciks: readonly string[], periods: readonly number[]): Promise<readonly HeldPosition[]>;
  /** Splits of all securities after the one day, up to the other. */
  splitsBetween(after: number, upTo: number): Promise<readonly SecuritySplit[]>;
  /** All entries of filings, as `tx` sees them; one query. */
  ofFilings(tx: Kysely<Tables>, accessions: readonly string[]): Promise<readonly InstitutionalPosition[]>;
  /** Multiplies the values of a filing's entries, which were read in the wrong unit. */
  rescale(tx: Kysely<Tables>, accession: string, by: number): Promise<void>;
  /** Removes the entries of filings. */
  remove(tx: Kysely<Tables>, accessions: readonly string[]): Promise<void>;
  /** Removes the entries of all filings from a source. */
  removeSource(tx: Kysely<Tables>, source: string): Promise<void>;
  /** Adds entries and their names; at most a few thousand at once. */
  add(tx: Kysely<Tables>, positions: readonly InstitutionalPosition[]): Promise<void>;
}

const ROWS_PER_STATEMENT = 1000;

const among = (column: string, values: readonly (string | number)[], type: 'text' | 'integer') =>
  sql<boolean>`${sql.ref(column)} = any(${[...values]}::${sql.raw(type)}[])`;

function held(db: Kysely<Tables>) {
  return db
    .selectFrom('institutional_positions as position')
    .innerJoin('institutional_filings as filing', 'filing.accession', 'position.accession')
    .where('filing.isCounted', '=', true);
}

const heldRows = (db: Kysely<Tables>) =>
  held(db)
    .select([
      'position.cusip',
      'position.issuer',
      'position.titleOfClass',
      'position.kind',
      'position.amount',
      'position.value',
      'position.votingSole',
      'position.votingShared',
      'position.votingNone',
      'filing.cik',
      'filing.periodDay',
      'filing.filingDay',
      'filing.isFilingDayEstimated',
      'filing.source',
    ])
    .orderBy('filing.filingDay')
    .orderBy('position.accession')
    .orderBy('position.entry');

/** Entries of forms 13F. */
function createInstitutionalPositionsRepository(db: Kysely<Tables>): InstitutionalPositionsRepository {
  return {
    issues: () =>
      db
        .selectFrom('institutional_issues')
        .selectAll()
        .orderBy('cusip')
        .orderBy(sql`issuer collate "C"`)
        .orderBy(sql`title_of_class collate "C"`)
        .execute(),
    ofCusips: (cusips, periods) =>
      heldRows(db)
        .where(among('position.cusip', cusips, 'text'))
        .where(among('filing.period_day', periods, 'integer'))
        .execute(),
    ofManagers: (ciks, periods) =>
      heldRows(db)
        .where(among('filing.cik', ciks, 'text'))
        .where(among('filing.period_day', periods, 'integer'))
        .execute(),
    splitsBetween: (after, upTo) =>
      db
        .selectFrom('splits')
        .select(['symbol', 'day', 'ratio'])
        .where('day', '>', after)
        .where('day', '<=', upTo)
        .execute(),
    ofFilings: (tx, accessions) =>
      tx
        .selectFrom('institutional_positions')
        .selectAll()
        .where(among('accession', accessions, 'text'))
        .orderBy('accession')
        .orderBy('entry')
        .execute(),
    async rescale(tx, accession, by) {
      await tx
        .updateTable('institutional_positions')
        .set(({ eb }) => ({ value: eb('value', '*', by) }))
        .where('accession', '=', accession)
        .execute();
    },
    async remove(tx, accessions) {
      await tx
        .deleteFrom('institutional_positions')
        .where(among('accession', accessions, 'text'))
        .execute();
    },
    async removeSource(tx, source) {
      await tx
        .deleteFrom('institutional_positions')
        .where('accession', 'in', (from) =>
          from.selectFrom('institutional_filings').select('accession').where('source', '=', source),
        )
        .execute();
    },
    async add(tx, positions) {
      for (let from = 0; from < positions.length; from += ROWS_PER_STATEMENT) {
        const rows = positions.slice(from, from + ROWS_PER_STATEMENT);
        await tx.insertInto('institutional_positions').values(rows).execute();
        const issues = new Map(
          rows.map(({ cusip: code, issuer, titleOfClass }) => [
            `${code}\n${issuer}\n${titleOfClass}`,
            { cusip: code, issuer, titleOfClass },
          ]),
        );
        await tx
          .insertInto('institutional_issues')
          .values([...issues.values()])
          .onConflict((conflict) => conflict.columns(['cusip', 'issuer', 'titleOfClass']).doNothing())
          .execute();
      }
    },
  };
}

export const REPOSITORY = {
  create: createInstitutionalPositionsRepository,
  replica: {},
  tables: { institutional_positions: 'table', institutional_issues: 'table' },
  // The version of securities also changes with their splits.
  alsoReads: ['institutional_filings', 'splits', 'securities'],
  migrations: {
    '0032-institutional-positions': [
      `create table institutional_positions (
        accession text not null, entry integer not null, cusip text not null, issuer text not null,
        title_of_class text not null, kind text not null, amount double precision not null,
        value double precision not null, discretion text not null, other_managers text,
        voting_sole double precision not null, voting_shared double precision not null,
        voting_none double precision not null, primary key (accession, entry))`,
      `create index institutional_positions_cusip on institutional_positions (cusip)`,
      `create table institutional_issues (
        cusip text not null, issuer text not null, title_of_class text not null,
        primary key (cusip, issuer, title_of_class))`,
    ],
  },
} as const satisfies RepositoryRow;
