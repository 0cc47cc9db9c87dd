import { type ColumnType, type Generated, type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { NullableTimestamp } from './column-types.js';
import type { Tables } from './tables.js';
import type { RepositoryRow } from './repository-row.js';

declare module './tables.js' {
  interface Tables {
    agents: {
      id: string;
      accountId: string;
      /** Order of creation; several agents can be created in one millisecond. */
      seq: Generated<number>;
      name: string;
      mode: AgentMode;
      taskPrompt: string;
      context: string | null;
      /** Canonical tickers. */
      tickers: string[];
      /** These, and those that the condition of an alert names. */
      watched: string[];
      cadence: AgentCadence;
      enabled: boolean;
      webhookUrl: string | null;
      /** The signing secret, encrypted. */
      webhookSecret: Buffer | null;
      webhookSecretLast4: string | null;
      /** The key under whose cap scheduled runs spend; null for a session. */
      keyId: string | null;
      createdAt: ColumnType<Date, Date, never>;
      updatedAt: ColumnType<Date, Date, Date>;
      /** Counts changes, so that one that was made with an older record is noticed. */
      revision: Generated<number>;
      /** Since when the schedule counts: only later slots are run. */
      scheduledSince: ColumnType<Date, Date, Date>;
      /** The next slot; null if there is none. */
      nextRunAt: NullableTimestamp;
      lastRunAt: NullableTimestamp;
    };
  }
}

export type AgentMode = 'digest' | 'alert' | 'research' | 'committee';
export const AGENT_CADENCES = ['premarket', 'close', 'weekly', 'once', 'intraday'] as const;
export type AgentCadence = (typeof AGENT_CADENCES)[number];

export type Agent = Readonly<Selectable<Tables['agents']>>;
export type NewAgent = Readonly<Insertable<Tables['agents']>>;
export type AgentChanges = Partial<
  Pick<
    NewAgent,
    | 'name'
    | 'mode'
    | 'taskPrompt'
    | 'context'
    | 'tickers'
    | 'watched'
    | 'cadence'
    | 'enabled'
    | 'webhookUrl'
    | 'webhookSecret'
    | 'webhookSecretLast4'
    | 'scheduledSince'
    | 'nextRunAt'
  >
>;
export type AgentInsertion =
  { readonly outcome: 'inserted'; readonly agent: Agent } | { readonly outcome: 'too_many' | 'no_account' };

/** An agent's id and its account: agents of other accounts are not found. */
export interface OwnAgent {
  readonly accountId: string;
  readonly id: string;
}

export interface AgentsRepository {
  /** Inserts unless the account already has `most`, counted under a lock on the account. */
  insert(agent: NewAgent, most: number): Promise<AgentInsertion>;
  /** Oldest first. */
  ofAccount(accountId: string): Promise<readonly Agent[]>;
  get(own: OwnAgent): Promise<Agent | undefined>;
  /** The agents with these ids, of whatever account. */
  byIds(ids: readonly string[]): Promise<ReadonlyMap<string, Agent>>;
  /** How many agents of the account are older; it decides which ones a smaller tier runs. */
  rank(agent: Pick<Agent, 'accountId' | 'id' | 'seq'>): Promise<number>;
  /** Changes an agent that still has this revision; undefined if it has another one, or is gone. */
  update(own: OwnAgent, revision: number, changes: AgentChanges, at: Date): Promise<Agent | undefined>;
  /** Deletes an agent; its runs stay. Returns whether the account had it. */
  delete(own: OwnAgent): Promise<boolean>;
  /** Ids of the accounts with a symbol in an enabled agent, by symbol, without symbols in no agent. One query. */
  holdersOf(symbols: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Symbols that enabled agents read, sorted. */
  symbols(): Promise<readonly string[]>;
}

/** Saved agents. */
function createAgentsRepository(db: Kysely<Tables>): AgentsRepository {
  const ofOwner = ({ accountId, id }: OwnAgent) =>
    db.selectFrom('agents').selectAll().where('id', '=', id).where('accountId', '=', accountId);
  return {
    insert: (agent, most) => insertAgent(db, agent, most),
    ofAccount: (accountId) =>
      db.selectFrom('agents').selectAll().where('accountId', '=', accountId).orderBy('seq').execute(),
    get: (own) => ofOwner(own).executeTakeFirst(),
    async byIds(ids) {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('agents')
        .selectAll()
        .where(sql<boolean>`id = any(${[...ids]}::text[])`)
        .execute();
      return new Map(rows.map((row) => [row.id, row]));
    },
    async rank({ accountId, seq }) {
      const { older } = await db
        .selectFrom('agents')
        .select((select) => select.fn.countAll<number>().as('older'))
        .where('accountId', '=', accountId)
        .where('seq', '<', seq)
        .executeTakeFirstOrThrow();
      return older;
    },
    update: ({ accountId, id }, revision, changes, at) =>
      db
        .updateTable('agents')
        .set({ ...changes, updatedAt: at, revision: revision + 1 })
        .where('id', '=', id)
        .where('accountId', '=', accountId)
        .where('revision', '=', revision)
        .returningAll()
        .executeTakeFirst(),
    async delete({ accountId, id }) {
      const { numDeletedRows } = await db
        .deleteFrom('agents')
        .where('id', '=', id)
        .where('accountId', '=', accountId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async symbols() {
      const { rows } = await sql<{ symbol: string }>`
        select distinct symbol from agents, unnest(watched) as symbol where enabled order by symbol`.execute(db);
      return rows.map(({ symbol }) => symbol);
    },
    async holdersOf(symbols) {
      const { rows } = await sql<{ symbol: string; accountIds: string[] }>`
        select asked.symbol, array_agg(distinct a.account_id order by a.account_id) as "accountIds"
        from unnest(${[...symbols]}::text[]) as asked (symbol)
        join agents a on a.enabled and a.watched @> array[asked.symbol]
        group by asked.symbol`.execute(db);
      return new Map(rows.map(({ symbol, accountIds }) => [symbol, accountIds]));
    },
  };
}

async function insertAgent(db: Kysely<Tables>, agent: NewAgent, most: number): Promise<AgentInsertion> {
  return db.transaction().execute(async (tx) => {
    // The lock makes concurrent insertions for one account count each other.
    const account = await tx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', agent.accountId)
      .forUpdate()
      .executeTakeFirst();
    if (account === undefined) return { outcome: 'no_account' };
    const { present } = await tx
      .selectFrom('agents')
      .select((select) => select.fn.countAll<number>().as('present'))
      .where('accountId', '=', agent.accountId)
      .executeTakeFirstOrThrow();
    if (present >= most) return { outcome: 'too_many' };
    const row = await tx.insertInto('agents').values(agent).returningAll().executeTakeFirstOrThrow();
    return { outcome: 'inserted', agent: row };
  });
}

export const REPOSITORY = {
  create: createAgentsRepository,
  tables: { agents: 'uncached' },
  alsoReads: ['accounts'],
  migrations: {
    '0051-agents': [
      `create table agents (
        id text primary key, account_id text not null references accounts on delete cascade,
        seq bigint generated always as identity, name text not null,
        mode text not null check (mode in ('digest', 'alert', 'research', 'committee')),
        task_prompt text not null, context text, tickers text[] not null, watched text[] not null,
        cadence text not null check (cadence in ('premarket', 'close', 'weekly', 'once', 'intraday')),
        enabled boolean not null, webhook_url text, webhook_secret bytea, webhook_secret_last4 text, key_id text,
        created_at timestamptz not null, updated_at timestamptz not null, revision integer not null default 1,
        scheduled_since timestamptz not null, next_run_at timestamptz, last_run_at timestamptz)`,
      `create index agents_account on agents (account_id, seq)`,
      `create index agents_due on agents (next_run_at) where enabled and next_run_at is not null`,
      `create index agents_watched on agents using gin (watched) where enabled`,
    ],
  },
} as const satisfies RepositoryRow;
