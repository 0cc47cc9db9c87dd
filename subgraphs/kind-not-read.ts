import { ApiError } from '../access/errors.js';
import type { RequestContext } from '../access/request-context.js';
import type { KindName } from '../sources/live/kind-table.js';
import { READ_FAULTS, type ReadFault } from '../sources/live/read-error.js';
import { unreadVersionName } from '../store/recorded-reads.js';
import { noteVersion, UNVERSIONED, type Versions } from '../store/table-versions.js';
import type { Services } from './services.js';

/** Kinds without which answers would tell that there is nothing, as errors and reasons name them. */
const NAMES = {
  filings: 'filings',
  fundamentals: 'fiscal quarters',
  insiders: "insiders' transactions",
  minutes: 'minute bars',
  news: 'news',
  options: 'option chains',
  profile: 'market value and sector',
  ratings: 'rating actions',
} as const satisfies Partial<Record<KindName, string>>;

/** A kind without which a field, or a part of it, has nothing to say. */
export type NeededKind = keyof typeof NAMES;

/** The same for what is read for the whole market, of no ticker. */
const OF_THE_MARKET = { ipo: 'dates of IPOs' } as const;

/** What a response can lack because no source has given it yet. */
export type UnreadKind = NeededKind | keyof typeof OF_THE_MARKET;

const UNREAD_NAMES: Readonly<Record<UnreadKind, string>> = { ...NAMES, ...OF_THE_MARKET };

/** What is told of a source by its fault, where the meaning of the fault would say something else. */
const TOLD: Readonly<Partial<Record<ReadFault, string>>> = {
  timeout: 'has not answered yet',
  busy: 'has not answered yet',
  paused: 'is not asked for now, because it has failed',
};

/** What is told of a source that gave nothing: part of a sentence. */
export function unansweredFor(fault: ReadFault): string {
  return TOLD[fault] ?? `failed: ${READ_FAULTS[fault]}`;
}

/**
 * The error of a ticker of which a live source may have a kind, and has never given it: that none of it is stored says
 * nothing about the ticker. Null if a source has given it, none has it, or none is asked for it.
 */
export function kindNotRead({ live }: Pick<Services, 'live'>, kind: NeededKind, ticker: string): ApiError | null {
  const failed = live?.kindFaultOf(kind, ticker) ?? null;
  if (failed === null) return null;
  const what = `The ${NAMES[kind]} of ${ticker} are not stored`;
  const details = { retry_after_s: failed.retryAfterS };
  if (failed.fault === 'crowded') {
    const crowded = `${what}, and too many readings of this account wait for their source; ask again after Retry-After seconds.`;
    return new ApiError('rate_limited', crowded, details);
  }
  const message = `${what}, and their source ${unansweredFor(failed.fault)}; retry after Retry-After seconds.`;
  return new ApiError('unavailable', message, details);
}

/** Notes that a response lacks a kind: it is told to lack it (`X-Data-Missing`), and never cached. */
export function noteUnread(versions: Versions, kind: UnreadKind): void {
  noteVersion(versions, unreadVersionName(kind), UNVERSIONED);
}

/**
 * Of kinds of which nothing is stored of a ticker those that a live source may have and has never given. They are noted
 * as unread.
 */
export function unreadKinds<Kind extends NeededKind>(
  { live }: Pick<Services, 'live'>,
  { versions }: Pick<RequestContext, 'versions'>,
  ticker: string,
  lacking: readonly Kind[],
): readonly Kind[] {
  if (live === null) return [];
  const unread = lacking.filter((kind) => live.kindFaultOf(kind, ticker) !== null);
  for (const kind of unread) noteUnread(versions, kind);
  return unread;
}

/** Why what rests on an unread kind is missing, part of a sentence. */
export function unreadReason(kind: UnreadKind): string {
  return `the ${UNREAD_NAMES[kind]} have not been read yet, because their source has not answered or failed; ask again later`;
}
