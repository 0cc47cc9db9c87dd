import { ApiError } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';
import type { LineQuery } from '../../store/line-message-lists.js';
import type { LineMessage, LineMessagesRepository } from '../../store/line-messages.js';
import type { Line, LineChanges } from '../../store/lines.js';
import { recipientOf } from '../../surfaces/line/line.js';
import { wordsOf } from '../../surfaces/line/text.js';
import { connectionOf, cursorsOf, type Connection } from '../connections.js';
import type { LineMessageFilter, SendLineMessageInput, UpdateLineInput } from '../generated/types.js';
import type { Services } from '../services.js';
import { viewerOf } from './account.js';
import type { Fields } from './generated/resolver-types.js';

interface Page {
  readonly first: number;
  readonly after?: string | null | undefined;
}

const SEQUENCE = /^\d{1,15}$/;
const MOST_WORDS = 20;

const isPlace = ([at = '', seq = '']: readonly string[]): boolean =>
  !Number.isNaN(Date.parse(at)) && SEQUENCE.test(seq);

/** The parts of a filter as the store takes them. */
function conditionsOf({
  folder,
  isUnread,
  search,
  before,
}: Partial<LineMessageFilter>): Omit<LineQuery, 'accountId' | 'first' | 'after'> {
  return {
    folder: folder === 'all' || folder === undefined ? null : folder,
    isUnreadOnly: isUnread === true,
    ...(search === null || search === undefined ? {} : { words: wordsOf(search).slice(0, MOST_WORDS) }),
    ...(before === null || before === undefined ? {} : { before: new Date(before) }),
  };
}

/** Checks the recipient before a request is charged. */
export function createLineChecks() {
  return {
    'Mutation.sendLineMessage': async ({
      input: { recipient },
    }: {
      readonly input: SendLineMessageInput;
    }): Promise<void> => void recipientOf(recipient),
  };
}

/** Data access for the resolvers. */
function createLoaders({ store, lines }: Pick<Services, 'store' | 'lines'>) {
  const messages = ({ versions }: RequestContext): LineMessagesRepository => store.reading(versions).lineMessages;
  const lists = {
    async page(
      filter: Partial<LineMessageFilter>,
      { first, after }: Page,
      context: RequestContext,
    ): Promise<Connection<LineMessage>> {
      const { accountId } = context.identity;
      const cursors = cursorsOf('lineMessages', accountId, JSON.stringify(filter));
      const [at = '', seq] = cursors.after(after, 2, { isPlace }) ?? [];
      const line = await lines.active(accountId);
      const conditions = conditionsOf(filter);
      const isEmpty = conditions.words?.length === 0;
      const query = {
        accountId,
        ...conditions,
        ...(seq === undefined ? {} : { after: { at: new Date(at), seq: Number(seq) } }),
      };
      const [rows, total] = isEmpty
        ? [[], 0]
        : await Promise.all([
            messages(context).list({ ...query, first }),
            totalOf(line, { accountId, ...conditions }, context),
          ]);
      const page = { rows: rows.slice(0, first), hasNext: rows.length > first, total };
      return connectionOf(
        page,
        cursors,
        seq === undefined,
        (row) => [row.at.toISOString(), String(row.seq)],
        (row) => row,
      );
    },
    async message(id: string, marksRead: boolean, context: RequestContext): Promise<LineMessage> {
      const { accountId } = context.identity;
      await lines.active(accountId);
      const found = await messages(context).get(accountId, id);
      if (found === undefined)
        throw new ApiError('not_found', 'The line has no message with this id.', { param: 'id' });
      if (!marksRead || found.isRead) return found;
      return (await messages(context).mark(accountId, id, true)) ?? found;
    },
    async mark(id: string, isRead: boolean, context: RequestContext): Promise<LineMessage> {
      const { accountId } = context.identity;
      await lines.active(accountId);
      const marked = await messages(context).mark(accountId, id, isRead);
      if (marked === undefined)
        throw new ApiError('not_found', 'The inbox has no message with this id.', { param: 'id' });
      return marked;
    },
  };
  /** Counted when messages are stored, where the list has a whole folder. */
  const totalOf = async (
    line: Line,
    query: Omit<LineQuery, 'first' | 'after'>,
    context: RequestContext,
  ): Promise<number> => {
    const { folder, isUnreadOnly, words, before } = query;
    const isWhole = words === undefined && before === undefined;
    // What is unread is in the inbox.
    if (isWhole && isUnreadOnly === true && (folder === null || folder === 'inbox')) return line.unreadCount;
    if (isWhole && isUnreadOnly !== true && folder === 'inbox') return line.inboxCount;
    if (isWhole && isUnreadOnly !== true && folder === 'sent') return line.sentCount;
    return messages(context).count(query);
  };
  return lists;
}

/** What is given of the input. */
function changesOf({ assistantName, autopilot, standingInstructions }: UpdateLineInput): LineChanges {
  return {
    ...(assistantName === null || assistantName === undefined ? {} : { assistantName }),
    ...(autopilot === null || autopilot === undefined ? {} : { autopilot }),
    ...(standingInstructions === undefined ? {} : { standingInstructions }),
  };
}

export function createFields(services: Services) {
  const load = createLoaders(services);
  const { lines } = services;
  return {
    Query: {
      line: (_root, _args, context) => lines.active(context.identity.accountId),
      lineMessages: (_root, { filter, ...page }, context) => load.page(filter ?? {}, page, context),
      lineMessage: (_root, { id, marksRead }, context) => load.message(id, marksRead, context),
    },
    Mutation: {
      setUpLine: async (_root, { input: { assistantName } }, context) => ({
        line: await lines.setUp(context.identity.accountId, assistantName),
        viewer: viewerOf(context),
      }),
      updateLine: async (_root, { input }, context) => ({
        line: await lines.update(context.identity.accountId, changesOf(input)),
        viewer: viewerOf(context),
      }),
      sendLineMessage: async (_root, { input }, context) => ({
        lineMessage: await lines.send(context.identity, input),
        viewer: viewerOf(context),
      }),
      replyToLineMessage: async (_root, { input: { id, text } }, context) => ({
        lineMessage: await lines.reply(context.identity, id, text),
        viewer: viewerOf(context),
      }),
      markLineMessage: async (_root, { input: { id, isRead } }, context) => ({
        lineMessage: await load.mark(id, isRead !== false, context),
        viewer: viewerOf(context),
      }),
    },
    Line: {
      state: ({ status }) => status,
      setupUrl: (line) => lines.setupUrl(line),
    },
    LineMessage: {
      text: ({ body }) => body,
      direction: ({ folder }) => (folder === 'inbox' ? 'inbound' : 'outbound'),
      deliveryStatus: ({ delivery }) => delivery,
      deliveryError: ({ error }) => error,
    },
  } satisfies Fields;
}
