import { type Kysely, type QueryCreator, type Selectable, sql } from 'kysely';
import { count } from './line-counters.js';
import type { Tables } from './tables.js';

export type LineMessage = Readonly<Omit<Selectable<Tables['line_messages']>, 'search' | 'html'>>;
export type LineFolder = 'inbox' | 'sent' | 'drafts';
export interface LineQuery {
  readonly accountId: string;
  /** Null for all. */
  readonly folder: LineFolder | null;
  readonly isUnreadOnly?: boolean;
  /** Only messages with all of these, in lower case: beginnings of words. */
  readonly words?: readonly string[] | undefined;
  readonly before?: Date | undefined;
  /** Only messages after this place in the list. */
  readonly after?: { readonly at: Date; readonly seq: number } | undefined;
  readonly first: number;
}

export const COLUMNS = [
  'id',
  'seq',
  'accountId',
  'folder',
  'channel',
  'sender',
  'recipients',
  'subject',
  'preview',
  'body',
  'attachments',
  'isRead',
  'agentStatus',
  'messageId',
  'inReplyTo',
  'referenceIds',
  'answersId',
  'threadId',
  'isAutomatic',
  'replyAddress',
  'at',
  'isCounted',
  'work',
  'dueAt',
  'attempts',
  'claimId',
  'leaseUntil',
  'delivery',
  'deliveredAt',
  'error',
] as const;

/** Newest first, one more than `first` if there are more. */
export function list(db: Kysely<Tables>, query: LineQuery) {
  const limit = query.first + 1;
  if (query.words === undefined)
    return matching(db, query).select(COLUMNS).orderBy('at', 'desc').orderBy('seq', 'desc').limit(limit);
  // Materialized, so that the words are looked up: in the order of time, a rare word is found after most messages were
  // read.
  return db
    .with(
      (cte) => cte('found').materialized(),
      (each) => matching(each, query).select(['id', 'at', 'seq']),
    )
    .selectFrom('line_messages')
    .select(COLUMNS)
    .where('id', 'in', (inner) =>
      inner
        .selectFrom('found')
        .select('found.id')
        .orderBy('found.at', 'desc')
        .orderBy('found.seq', 'desc')
        .limit(limit),
    )
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc');
}

export function matching(
  db: Pick<QueryCreator<Tables>, 'selectFrom'>,
  { accountId, folder, isUnreadOnly, words, before, after }: Omit<LineQuery, 'first'>,
) {
  let rows = db.selectFrom('line_messages').where('accountId', '=', accountId);
  if (folder !== null) rows = rows.where('folder', '=', folder);
  if (isUnreadOnly === true) rows = rows.where('folder', '=', 'inbox').where('isRead', '=', false);
  if (words !== undefined) rows = rows.where(sql<boolean>`search @@ to_tsquery('simple', ${prefixes(words)})`);
  if (before !== undefined) rows = rows.where('at', '<', before);
  return after === undefined
    ? rows
    : rows.where(sql<boolean>`(at, seq) < (${after.at}::timestamptz, ${after.seq}::bigint)`);
}

/** All of the words, each as the beginning of one. */
function prefixes(words: readonly string[]): string {
  return words.map((word) => `${word}:*`).join(' & ');
}

/** Marks a message of the inbox; undefined if the account has no such message. */
export async function mark(
  tx: Kysely<Tables>,
  accountId: string,
  id: string,
  isRead: boolean,
): Promise<LineMessage | undefined> {
  const changed = await tx
    .updateTable('line_messages')
    .set({ isRead })
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .where('folder', '=', 'inbox')
    .where('isRead', '=', !isRead)
    .returning(COLUMNS)
    .executeTakeFirst();
  if (changed === undefined)
    return tx
      .selectFrom('line_messages')
      .select(COLUMNS)
      .where('id', '=', id)
      .where('accountId', '=', accountId)
      .where('folder', '=', 'inbox')
      .executeTakeFirst();
  await count(tx, accountId, 'unreadCount', isRead ? -1 : 1);
  return changed;
}
