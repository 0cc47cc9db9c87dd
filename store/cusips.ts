import { sql, type Kysely, type Selectable } from 'kysely';
import { z } from 'zod';
import { ticker } from './field-schemas.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*@#';
const OF_NONE = '000000000';

/** Check digit of eight characters (modulus 10, double add double): every second value doubled, digits added up. */
function checkDigit(characters: string): number {
  const sum = Array.from(characters).reduce((total, character, index) => {
    const value = CHARACTERS.indexOf(character) * (index % 2 === 0 ? 1 : 2);
    return total + Math.floor(value / 10) + (value % 10);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** The nine characters of a CUSIP whose first eight are given. */
export function withCheckDigit(characters: string): string {
  return `${characters}${checkDigit(characters)}`;
}

/** Upper-case, with its check digit. */
export const cusip = z
  .string()
  .regex(/^[0-9A-Z*@#]{8}[0-9]$/, {
    error: ({ input }) => `cusip ${JSON.stringify(input)} is not eight letters or digits and a check digit`,
  })
  .refine((given) => given === withCheckDigit(given.slice(0, 8)), {
    error: ({ input }) =>
      `cusip ${JSON.stringify(input)} has a wrong check digit: ${withCheckDigit(String(input).slice(0, 8))} would be right`,
  })
  .refine((given) => given !== OF_NONE, { error: `cusip "${OF_NONE}" is of no security` });

/** A CUSIP and the ticker that it had on `day`; without a day it takes precedence over all that have one. */
export const cusipTicker = z.object({ cusip, ticker, day: z.int().nullable() });

declare module './tables.js' {
  interface Tables {
    cusips: Readonly<z.infer<typeof cusipTicker>> & { source: string };
  }
}

export type CusipTicker = Readonly<Selectable<Tables['cusips']>>;

export interface CusipsRepository {
  /** The ticker of each CUSIP; one query. */
  all(): Promise<readonly CusipTicker[]>;
  /** Stores the ticker of each CUSIP, unless a newer one is stored; returns how many it stored. */
  save(tx: Kysely<Tables>, rows: readonly CusipTicker[]): Promise<number>;
  removeSource(tx: Kysely<Tables>, source: string): Promise<void>;
}

/** The newest ticker of each CUSIP, the last one of those of one day. */
function newestOf(rows: readonly CusipTicker[]): readonly CusipTicker[] {
  const newest = new Map<string, CusipTicker>();
  for (const row of rows) {
    const known = newest.get(row.cusip);
    if (known === undefined || (row.day ?? Infinity) >= (known.day ?? Infinity)) newest.set(row.cusip, row);
  }
  return [...newest.values()];
}

/** Tickers of CUSIPs, as operators import them. */
function createCusipsRepository(db: Kysely<Tables>): CusipsRepository {
  return {
    all: () => db.selectFrom('cusips').selectAll().orderBy('cusip').execute(),
    async save(tx, rows) {
      const newest = newestOf(rows);
      const stored = await tx
        .selectFrom('cusips')
        .select(['cusip', 'day'])
        .where(sql<boolean>`cusip = any(${newest.map((row) => row.cusip)}::text[])`)
        .execute();
      const dayOf = new Map(stored.map((row) => [row.cusip, row.day ?? Infinity]));
      const wanted = newest.filter((row) => (row.day ?? Infinity) >= (dayOf.get(row.cusip) ?? -Infinity));
      await upsert(tx, 'cusips', ['cusip'], wanted);
      return wanted.length;
    },
    async removeSource(tx, source) {
      await tx.deleteFrom('cusips').where('source', '=', source).execute();
    },
  };
}

export const REPOSITORY = {
  create: createCusipsRepository,
  replica: {},
  tables: { cusips: 'table' },
  migrations: {
    '0030-cusips': [
      `create table cusips (cusip text primary key, ticker text not null, day integer, source text not null)`,
    ],
  },
} as const satisfies RepositoryRow;
