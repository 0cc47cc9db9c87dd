import { sql, type Kysely, type Selectable } from 'kysely';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';

declare module './tables.js' {
  interface Tables {
    /** What is read from live sources regularly for the whole market. */
    source_polls: {
      /** `finnhub ipo_calendar` */
      poll: string;
      source: string;
      gives: 'ipo' | 'news';
      /** Whether it has ever been read. */
      hasAnswered: boolean;
      /** Why the last reading failed; null before the first one, and once one has succeeded. */
      fault: string | null;
    };
  }
}

/** A configured poll that has never succeeded. */
export type SilentPoll = Readonly<Pick<Selectable<Tables['source_polls']>, 'source' | 'gives' | 'fault'>>;

export type ConfiguredPoll = Readonly<Pick<Selectable<Tables['source_polls']>, 'poll' | 'source' | 'gives'>>;

export interface SourcePollsRepository {
  /** The polls that have never succeeded, by name. */
  silent(): Promise<readonly SilentPoll[]>;
  /** Makes these polls the configured ones: new ones have not answered, others keep their state. */
  configure(polls: readonly ConfiguredPoll[]): Promise<void>;
  /** Notes how a poll ended; writes nothing once one has succeeded, or if it failed as the last one did. */
  note(poll: string, fault: string | null): Promise<void>;
}

function createSourcePollsRepository(db: Kysely<Tables>): SourcePollsRepository {
  return {
    silent: () =>
      db
        .selectFrom('source_polls')
        .select(['source', 'gives', 'fault'])
        .where('hasAnswered', '=', false)
        .orderBy('poll')
        .execute(),
    async configure(polls) {
      await db.transaction().execute(async (tx) => {
        const stored = new Set((await tx.selectFrom('source_polls').select('poll').execute()).map(({ poll }) => poll));
        const kept = new Set(polls.map(({ poll }) => poll));
        const gone = [...stored].filter((poll) => !kept.has(poll));
        if (gone.length > 0) await tx.deleteFrom('source_polls').where('poll', 'in', gone).execute();
        const added = polls.filter(({ poll }) => !stored.has(poll));
        if (added.length === 0) return;
        const rows = added.map((poll) => ({ ...poll, hasAnswered: false, fault: null }));
        // Another process may have added and read them in the meantime.
        await tx
          .insertInto('source_polls')
          .values(rows)
          .onConflict((conflict) => conflict.column('poll').doNothing())
          .execute();
      });
    },
    async note(poll, fault) {
      await db
        .updateTable('source_polls')
        .set({ hasAnswered: fault === null, fault })
        .where('poll', '=', poll)
        .where('hasAnswered', '=', false)
        .$if(fault !== null, (query) => query.where(sql<boolean>`fault is distinct from ${fault}::text`))
        .execute();
    },
  };
}

export const REPOSITORY = {
  create: createSourcePollsRepository,
  replica: {},
  tables: { source_polls: 'table' },
  migrations: {
    '0088-source-polls': [
      `create table source_polls (
        poll text primary key, source text not null, gives text not null, has_answered boolean not null, fault text)`,
    ],
  },
} as const satisfies RepositoryRow;
