import { type ColumnType, type Generated, type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { NullableTimestamp, Timestamp } from './column-types.js';
import type { Tables } from './tables.js';
import type { RepositoryRow } from './repository-row.js';

/** What the assistant does with a message that has arrived. */
export type Autopilot = 'off' | 'draft' | 'auto';

declare module './tables.js' {
  interface Tables {
    /** Assistant lines, one per account. */
    lines: {
      accountId: string;
      /** In lower case. */
      address: string;
      assistantName: string;
      status: ColumnType<'payment_pending' | 'active', 'payment_pending' | 'active' | undefined, 'active'>;
      autopilot: ColumnType<Autopilot, Autopilot | undefined, Autopilot>;
      standingInstructions: ColumnType<string | null, string | null | undefined, string | null>;
      createdAt: Timestamp;
      activatedAt: NullableTimestamp;
      /** Messages in the inbox and sent ones, counted as they are stored: a page of many would take long to count. */
      inboxCount: Generated<number>;
      sentCount: Generated<number>;
      /** Unread ones in the inbox. */
      unreadCount: Generated<number>;
    };
  }
}

export type Line = Readonly<Selectable<Tables['lines']>>;
export type NewLine = Insertable<Tables['lines']>;
export type LineChanges = Partial<Pick<Line, 'assistantName' | 'autopilot' | 'standingInstructions'>>;

export interface LinesRepository {
  /**
   * The account's line, which may have been there before; undefined if no account has the id, or the address is taken.
   */
  insert(line: NewLine): Promise<Line | undefined>;
  get(accountId: string): Promise<Line | undefined>;
  /** The active line with this address, in lower case. */
  byAddress(address: string): Promise<Line | undefined>;
  update(accountId: string, changes: LineChanges): Promise<Line | undefined>;
  /** Makes a line active; confirming again keeps the first time. */
  activate(accountId: string, at: Date): Promise<Line | undefined>;
}

/** Assistant lines of accounts. */
function createLinesRepository(db: Kysely<Tables>): LinesRepository {
  const get = (accountId: string): Promise<Line | undefined> =>
    db.selectFrom('lines').selectAll().where('accountId', '=', accountId).executeTakeFirst();
  return {
    async insert(line) {
      await sql`
        insert into lines (account_id, address, assistant_name, status, autopilot, standing_instructions, created_at, activated_at)
        select id, ${line.address}, ${line.assistantName}, ${line.status ?? 'payment_pending'}, ${line.autopilot ?? 'off'},
          ${line.standingInstructions ?? null}, ${line.createdAt}, ${line.activatedAt ?? null}::timestamptz
        from accounts where id = ${line.accountId}
        on conflict do nothing`.execute(db);
      return get(line.accountId);
    },
    get,
    byAddress: (address) =>
      db
        .selectFrom('lines')
        .selectAll()
        .where('address', '=', address)
        .where('status', '=', 'active')
        .executeTakeFirst(),
    update: (accountId, changes) =>
      Object.keys(changes).length === 0
        ? get(accountId)
        : db.updateTable('lines').set(changes).where('accountId', '=', accountId).returningAll().executeTakeFirst(),
    activate: (accountId, at) =>
      db
        .updateTable('lines')
        .set({ status: 'active', activatedAt: sql`coalesce(activated_at, ${at})` })
        .where('accountId', '=', accountId)
        .returningAll()
        .executeTakeFirst(),
  };
}

export const REPOSITORY = {
  create: createLinesRepository,
  tables: { lines: 'uncached' },
  alsoReads: ['accounts'],
  migrations: {
    '0063-line': [
      `create table lines (
        account_id text primary key references accounts on delete cascade, address text not null unique, assistant_name text not null,
        status text not null default 'payment_pending' check (status in ('payment_pending', 'active')),
        autopilot text not null default 'off' check (autopilot in ('off', 'draft', 'auto')), standing_instructions text,
        created_at timestamptz not null, activated_at timestamptz,
        inbox_count integer not null default 0, sent_count integer not null default 0, unread_count integer not null default 0)`,
      `create table line_messages (
        id text primary key, seq bigint generated always as identity,
        account_id text not null references accounts on delete cascade,
        folder text not null check (folder in ('inbox', 'sent', 'drafts')),
        channel text not null default 'mail' check (channel in ('mail', 'sms')),
        sender text not null, recipients text[] not null, subject text not null, preview text not null, body text not null,
        html text, attachments text[] not null default '{}', is_read boolean not null default true,
        agent_status text check (agent_status in ('replied', 'drafted', 'escalated')),
        message_id text, in_reply_to text, reference_ids text[] not null default '{}', answers_id text, thread_id text not null,
        is_automatic boolean not null default false, reply_address text, at timestamptz not null,
        is_counted boolean not null default false,
        work text check (work in ('answer', 'deliver')), due_at timestamptz, attempts integer not null default 0,
        claim_id text, lease_until timestamptz,
        delivery text check (delivery in ('waiting', 'sending', 'sent', 'failed')), delivered_at timestamptz, error text,
        search tsvector not null)`,
      `create index line_messages_folder on line_messages (account_id, folder, at desc, seq desc)`,
      `create index line_messages_all on line_messages (account_id, at desc, seq desc)`,
      `create index line_messages_unread on line_messages (account_id, at desc, seq desc) where folder = 'inbox' and not is_read`,
      `create index line_messages_counted on line_messages (account_id, at) where is_counted`,
      `create index line_messages_work on line_messages (due_at) where work is not null`,
      `create index line_messages_search on line_messages using gin (search)`,
      `create index line_messages_message on line_messages (account_id, message_id) where message_id is not null`,
      `create unique index line_messages_received on line_messages (account_id, message_id) where folder = 'inbox' and message_id is not null`,
      `create index line_messages_sent on line_messages (message_id) where folder = 'sent'`,
    ],
  },
} as const satisfies RepositoryRow;
