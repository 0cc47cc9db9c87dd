import { sql, type JSONColumnType, type Kysely, type Selectable } from 'kysely';
import { z } from 'zod';
import { oneOf, text, ticker } from './field-schemas.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

/** Bounds of one transcript, several times those of real ones. */
const MOST = { turns: 2_000, characters: 600_000, year: 2100 } as const;
const FIRST_YEAR = 1990;

const ROLES = ['management', 'analyst', 'operator', 'unknown'] as const;
export type TranscriptRole = (typeof ROLES)[number];

/** What one speaker said without interruption; lines are paragraphs. */
const turn = z.object({
  speaker: text('speaker', 100),
  role: oneOf('role', ROLES),
  text: z
    .string()
    .min(1, 'a turn is empty')
    .refine((said) => !said.includes('\u0000'), 'a turn contains the character U+0000'),
});

/**
 * An earnings call on one fiscal quarter. Days since 1970-01-01: `callDay` of the call, `periodEnd` the quarter's last;
 * null if the transcript does not give them.
 */
export const transcript = z.object({
  ticker,
  fiscalYear: z
    .int()
    .min(FIRST_YEAR, `the fiscal year is before ${FIRST_YEAR}`)
    .max(MOST.year, 'the fiscal year is after 2100'),
  fiscalQuarter: z.int().min(1, 'the fiscal quarter is not 1 to 4').max(4, 'the fiscal quarter is not 1 to 4'),
  company: text('company', 200).nullable(),
  callDay: z.int().nullable(),
  periodEnd: z.int().nullable(),
  turns: z
    .array(turn)
    .min(1, 'the transcript has no speakers')
    .max(MOST.turns, `the transcript has more than ${MOST.turns} turns`)
    .refine((turns) => turns.reduce((sum, each) => sum + each.text.length, 0) <= MOST.characters, {
      error: `the transcript has more than ${MOST.characters.toLocaleString('en-US')} characters`,
    })
    .readonly(),
});

export type TranscriptFields = Readonly<z.infer<typeof transcript>>;
export type TranscriptTurn = TranscriptFields['turns'][number];

declare module './tables.js' {
  interface Tables {
    transcripts: Omit<TranscriptFields, 'turns'> & {
      source: string;
      turns: JSONColumnType<readonly TranscriptTurn[]>;
    };
  }
}

export type Transcript = Readonly<Selectable<Tables['transcripts']>>;

/** The newest transcripts of a ticker. */
export interface TranscriptsQuery {
  readonly ticker: string;
  readonly newest: number;
}

export interface TranscriptsRepository {
  /** The newest transcripts by ticker, oldest first, without tickers that have none; one query. */
  newest(queries: readonly TranscriptsQuery[]): Promise<ReadonlyMap<string, readonly Transcript[]>>;
  /**
   * Stores transcripts of one source with distinct quarters in `tx`, or replaces those of the same quarters.
   * Transcripts of the same tickers from other sources are removed.
   */
  save(tx: Kysely<Tables>, transcripts: readonly Transcript[]): Promise<void>;
  /** Tickers with transcripts from another source than `source`. */
  tickersOfOthers(tx: Kysely<Tables>, source: string): Promise<ReadonlySet<string>>;
}

/** Transcripts of earnings calls. */
function createTranscriptsRepository(db: Kysely<Tables>): TranscriptsRepository {
  return {
    async newest(queries) {
      const { rows } = await sql<Transcript>`
        select transcripts.* from unnest(${queries.map(({ ticker: symbol }) => symbol)}::text[],
          ${queries.map(({ newest }) => newest)}::integer[]) as wanted (symbol, most)
        cross join lateral (
          select * from transcripts where ticker = wanted.symbol
          order by fiscal_year desc, fiscal_quarter desc limit wanted.most) transcripts
        order by ticker, fiscal_year, fiscal_quarter`.execute(db);
      const byTicker = new Map<string, Transcript[]>();
      for (const row of rows) byTicker.set(row.ticker, [...(byTicker.get(row.ticker) ?? []), row]);
      return byTicker;
    },
    async save(tx, transcripts) {
      const [first] = transcripts;
      if (first === undefined) return;
      const tickers = [...new Set(transcripts.map((each) => each.ticker))];
      await tx
        .deleteFrom('transcripts')
        .where(sql<boolean>`ticker = any(${tickers}::text[])`)
        .where('source', '<>', first.source)
        .execute();
      await upsert(
        tx,
        'transcripts',
        ['ticker', 'fiscalYear', 'fiscalQuarter'],
        transcripts.map((each) => ({ ...each, turns: JSON.stringify(each.turns) })),
      );
    },
    async tickersOfOthers(tx, source) {
      const rows = await tx
        .selectFrom('transcripts')
        .select('ticker')
        .distinct()
        .where('source', '<>', source)
        .execute();
      return new Set(rows.map((row) => row.ticker));
    },
  };
}

export const REPOSITORY = {
  create: createTranscriptsRepository,
  replica: {},
  tables: { transcripts: 'table' },
  migrations: {
    '0024-transcripts': [
      `create table transcripts (
        ticker text not null, fiscal_year integer not null,
        fiscal_quarter integer not null check (fiscal_quarter between 1 and 4),
        company text, call_day integer, period_end integer, turns jsonb not null, source text not null,
        primary key (ticker, fiscal_year, fiscal_quarter))`,
    ],
  },
} as const satisfies RepositoryRow;
