import { type ColumnType, type Generated, type Kysely, sql } from 'kysely';
import { COUNTERS, count } from './line-counters.js';
import {
  COLUMNS,
  list,
  mark,
  matching,
  type LineFolder,
  type LineMessage,
  type LineQuery,
} from './line-message-lists.js';
import { claimLineWork, settleLostDeliveries, startSending, type LineClaim } from './line-work.js';
import type { NullableTimestamp } from './column-types.js';
import type { Tables } from './tables.js';
import type { RepositoryRow } from './repository-row.js';

export type AgentStatus = 'replied' | 'drafted' | 'escalated';

declare module './tables.js' {
  interface Tables {
    line_messages: {
      id: string;
      seq: Generated<number>;
      accountId: string;
      folder: LineFolder;
      channel: Generated<'mail' | 'sms'>;
      sender: string;
      recipients: string[];
      subject: string;
      /** The first 140 characters of the text, in one line. */
      preview: string;
      body: string;
      /** Never returned to anybody. */
      html: ColumnType<string | null, string | null | undefined, never>;
      /** Names. */
      attachments: Generated<string[]>;
      isRead: Generated<boolean>;
      /** What the autopilot made of a message that arrived. */
      agentStatus: ColumnType<AgentStatus | null, AgentStatus | null | undefined, AgentStatus>;
      /** `<…@…>`, as in the header. */
      messageId: ColumnType<string | null, string | null | undefined, never>;
      inReplyTo: ColumnType<string | null, string | null | undefined, never>;
      referenceIds: Generated<string[]>;
      /** Id of the first stored message of the conversation. */
      threadId: ColumnType<string, string, never>;
      /** Id of the stored message that this one answers. */
      answersId: ColumnType<string | null, string | null | undefined, never>;
      /** Whether a program sent it: a list, a bounce, an automatic reply. */
      isAutomatic: Generated<boolean>;
      /** Where a reply goes; null if there is nowhere. */
      replyAddress: ColumnType<string | null, string | null | undefined, never>;
      at: ColumnType<Date, Date, never>;
      /** Whether it counts towards the hourly cap of sends. */
      isCounted: Generated<boolean>;
      /** What a worker has still to do with it. */
      work: ColumnType<
        'answer' | 'deliver' | null,
        'answer' | 'deliver' | null | undefined,
        'answer' | 'deliver' | null
      >;
      dueAt: NullableTimestamp;
      attempts: Generated<number>;
      claimId: string | null;
      leaseUntil: NullableTimestamp;
      delivery: ColumnType<Delivery | null, Delivery | null | undefined, Delivery>;
      deliveredAt: NullableTimestamp;
      error: string | null;
      search: ColumnType<never, unknown, never>;
    };
  }
}

type Delivery = 'waiting' | 'sending' | 'sent' | 'failed';
export type { LineMessage } from './line-message-lists.js';

/** A message to store. */
export interface NewLineMessage
  extends
    Pick<LineMessage, 'id' | 'accountId' | 'folder' | 'sender' | 'recipients' | 'subject' | 'preview' | 'body' | 'at'>,
    Partial<
      Pick<
        LineMessage,
        | 'channel'
        | 'attachments'
        | 'isRead'
        | 'agentStatus'
        | 'messageId'
        | 'inReplyTo'
        | 'referenceIds'
        | 'answersId'
        | 'threadId'
        | 'isAutomatic'
        | 'replyAddress'
        | 'isCounted'
        | 'work'
        | 'delivery'
        | 'deliveredAt'
        | 'error'
      >
    > {
  readonly html?: string | null;
  /** Words of the message, between spaces. */
  readonly words: string;
}

/** The cap of sends in an hour. */
export interface SendCap {
  readonly most: number;
  readonly since: Date;
}

export type Sending =
  | { readonly outcome: 'stored'; readonly message: LineMessage }
  /** `oldest`: when the first of the counted messages was sent. */
  | { readonly outcome: 'too_many'; readonly oldest: Date }
  | { readonly outcome: 'no_account' }
  /** The message that it answers was settled by another worker. */
  | { readonly outcome: 'answered' };

/** A claimed message that the stored one answers: both are recorded together, so that none is answered twice. */
export interface Answering {
  readonly id: string;
  readonly claimId: string;
  readonly status: AgentStatus;
}

/** How an attempt to deliver ended; a message that is tried again has `retryAt`. */
export interface DeliveryOutcome {
  readonly at: Date;
  readonly error: string | null;
  readonly retryAt?: Date;
}

/** Notification that a message waits for a worker; sent on commit. */
export const LINE_WORK = 'line_work';

export interface LineMessagesRepository {
  /**
   * Stores a message that arrived, or a draft; false if one with its `Message-ID` is there, or the answering was
   * settled before.
   */
  store(message: NewLineMessage, answering?: Answering): Promise<boolean>;
  /**
   * Stores a message to send unless the account sent as many as the cap allows, counted under a lock on the account.
   */
  send(message: NewLineMessage, cap: SendCap, answering?: Answering): Promise<Sending>;
  get(accountId: string, id: string): Promise<LineMessage | undefined>;
  /**
   * The text to this phone that a text from it answers: the one with this `Message-ID`, or the last one since then if
   * only one account has texted the phone.
   */
  answeredText(
    phone: string,
    given: { readonly messageId: string | null; readonly since: Date },
  ): Promise<LineMessage | undefined>;
  /** Newest first, one more than `first` if there are more. */
  list(query: LineQuery): Promise<readonly LineMessage[]>;
  count(query: Omit<LineQuery, 'first' | 'after'>): Promise<number>;
  /** Marks a message of the inbox; undefined if the account has no such message. */
  mark(accountId: string, id: string, isRead: boolean): Promise<LineMessage | undefined>;
  /** The next message that waits for this work, claimed before anything is done with it. */
  claim(work: LineClaim): Promise<LineMessage | undefined>;
  /** Records that a claimed message begins to leave; false if another worker has claimed it since. */
  startSending(claim: { readonly id: string; readonly claimId: string }): Promise<boolean>;
  /** Records the end of a claimed attempt to deliver; false if it was settled before. */
  delivered(claim: { readonly id: string; readonly claimId: string }, outcome: DeliveryOutcome): Promise<boolean>;
  /** Ends the answering of a message. */
  answered(claim: { readonly id: string; readonly claimId: string }, status: AgentStatus | null): Promise<boolean>;
  /** Records attempts without an outcome as failed; returns their ids. */
  settleLost(at: Date, error: string): Promise<readonly string[]>;
  /** A message of any account. */
  byId(id: string): Promise<LineMessage | undefined>;
  /** Notes that a sent message came back; false if it was not sent, or had come back before. */
  bounced(id: string, error: string): Promise<boolean>;
}

/** Messages of assistant lines. */
function createLineMessagesRepository(db: Kysely<Tables>): LineMessagesRepository {
  const settle = (claim: { readonly id: string; readonly claimId: string }) =>
    db.updateTable('line_messages').where('id', '=', claim.id).where('claimId', '=', claim.claimId);
  return {
    store: (message, answering) =>
      db
        .transaction()
        .execute(async (tx) => (await settles(tx, answering)) && (await insert(tx, message)) !== undefined),
    send: (message, cap, answering) => send(db, message, cap, answering),
    get: (accountId, id) =>
      db
        .selectFrom('line_messages')
        .select(COLUMNS)
        .where('id', '=', id)
        .where('accountId', '=', accountId)
        .executeTakeFirst(),
    async answeredText(phone, { messageId, since }) {
      const texts = await db
        .selectFrom('line_messages')
        .select(COLUMNS)
        .distinctOn('accountId')
        .where('folder', '=', 'sent')
        .where('channel', '=', 'sms')
        .where(sql<boolean>`recipients = array[${phone}]`)
        .$if(messageId === null, (query) => query.where('at', '>', since))
        .$if(messageId !== null, (query) => query.where('messageId', '=', messageId))
        .orderBy('accountId')
        .orderBy('at', 'desc')
        .limit(2)
        .execute();
      return texts.length === 1 ? texts[0] : undefined;
    },
    list: (query) => list(db, query).execute(),
    async count(query) {
      const row = await matching(db, query)
        .select((select) => select.fn.countAll<number>().as('messages'))
        .executeTakeFirstOrThrow();
      return row.messages;
    },
    mark: (accountId, id, isRead) => db.transaction().execute((tx) => mark(tx, accountId, id, isRead)),
    claim: (work) => claimLineWork(db, work),
    startSending: (claim) => startSending(db, claim),
    async delivered(claim, { at, error, retryAt }) {
      const isRetried = retryAt !== undefined;
      const { numUpdatedRows } = await settle(claim)
        .set({
          delivery: isRetried ? 'waiting' : error === null ? 'sent' : 'failed',
          work: isRetried ? 'deliver' : null,
          deliveredAt: error === null ? at : null,
          dueAt: retryAt ?? null,
          error,
          claimId: null,
          leaseUntil: null,
        })
        .where('delivery', 'in', ['waiting', 'sending'])
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    answered: (claim, status) => settleAnswer(db, claim, status),
    settleLost: (at, error) => settleLostDeliveries(db, at, error),
    byId: (id) => db.selectFrom('line_messages').select(COLUMNS).where('id', '=', id).executeTakeFirst(),
    async bounced(id, error) {
      const { numUpdatedRows } = await db
        .updateTable('line_messages')
        .set({ delivery: 'failed', error })
        .where('id', '=', id)
        .where('folder', '=', 'sent')
        .where('delivery', '=', 'sent')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

/** The conversation of the newest stored message that a message refers to. */
async function threadOf(
  tx: Kysely<Tables>,
  { accountId, inReplyTo, referenceIds = [] }: Omit<NewLineMessage, 'words'>,
): Promise<string | undefined> {
  const ids = [...referenceIds, ...(inReplyTo === null || inReplyTo === undefined ? [] : [inReplyTo])];
  if (ids.length === 0) return undefined;
  const rows = tx
    .selectFrom('line_messages')
    .select('threadId')
    .where('accountId', '=', accountId)
    .where('messageId', 'in', ids);
  return (await rows.orderBy('seq', 'desc').limit(1).executeTakeFirst())?.threadId;
}

async function insert(tx: Kysely<Tables>, { words, ...message }: NewLineMessage): Promise<LineMessage | undefined> {
  const threadId = message.threadId ?? (await threadOf(tx, message)) ?? message.id;
  const row = await tx
    .insertInto('line_messages')
    .values({
      ...message,
      threadId,
      dueAt: message.work === undefined || message.work === null ? null : message.at,
      search: sql`to_tsvector('simple', ${words})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const counter = COUNTERS[message.folder];
  if (counter !== null) await count(tx, message.accountId, counter, 1);
  if (message.folder === 'inbox' && !row.isRead) await count(tx, message.accountId, 'unreadCount', 1);
  if (row.work !== null) await sql`select pg_notify(${LINE_WORK}, '')`.execute(tx);
  return row;
}

/** Ends the answering of a claimed message; false if its claim was taken over. */
async function settleAnswer(
  tx: Kysely<Tables>,
  { id, claimId }: Pick<Answering, 'id' | 'claimId'>,
  status: AgentStatus | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('line_messages')
    .set({
      work: null,
      claimId: null,
      leaseUntil: null,
      dueAt: null,
      ...(status === null ? {} : { agentStatus: status }),
    })
    .where('id', '=', id)
    .where('claimId', '=', claimId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function settles(tx: Kysely<Tables>, answering: Answering | undefined): Promise<boolean> {
  return answering === undefined || (await settleAnswer(tx, answering, answering.status));
}

async function send(
  db: Kysely<Tables>,
  message: NewLineMessage,
  { most, since }: SendCap,
  answering: Answering | undefined,
): Promise<Sending> {
  return db.transaction().execute(async (tx) => {
    // The lock makes concurrent sends of one account count each other.
    const account = await tx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', message.accountId)
      .forUpdate()
      .executeTakeFirst();
    if (account === undefined) return { outcome: 'no_account' };
    const { sent, oldest } = await tx
      .selectFrom('line_messages')
      .select((select) => [select.fn.countAll<number>().as('sent'), select.fn.min<Date | null>('at').as('oldest')])
      .where('accountId', '=', message.accountId)
      .where('isCounted', '=', true)
      .where('at', '>', since)
      .executeTakeFirstOrThrow();
    if (sent >= most) return { outcome: 'too_many', oldest: oldest ?? message.at };
    if (!(await settles(tx, answering))) return { outcome: 'answered' };
    const row = await insert(tx, { ...message, isCounted: true, work: 'deliver', delivery: 'waiting' });
    if (row === undefined) throw new Error(`There is a line message with the id ${message.id} already.`);
    return { outcome: 'stored', message: row };
  });
}

export const REPOSITORY = {
  create: createLineMessagesRepository,
  tables: { line_messages: 'uncached' },
  alsoReads: ['accounts', 'lines'],
} as const satisfies RepositoryRow;
