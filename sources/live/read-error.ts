import { OutboundError, type OutboundReason } from '../../outbound/errors.js';
import { KEPT, SERVED, UNKNOWN_TICKER } from '../../store/source-reads.js';
import { plainLine } from './plain-line.js';

/** Why a source gave no data, with what it means for an operator. */
export const READ_FAULTS = {
  [UNKNOWN_TICKER]: 'the source does not have the ticker, or not as a US security in USD',
  rate_limited: 'the source refused with status 429, or a page that says so',
  refused: 'the source refused with status 401 or 403',
  http_status: 'the source answered with another status than 200',
  unreachable: 'no connection, or one that broke before the answer was complete',
  timeout: 'no answer in time',
  unreadable: 'the answer is not what the source is known to send',
  too_large: 'the answer is larger than the limit',
  paused: 'not asked, because the source has failed before',
  busy: 'not asked in time, because the budget of requests is spent',
  crowded: 'not asked, because too many tickers that are not stored wait for the same account',
  [KEPT]: 'not asked, because what is stored of the ticker is of another source, such as an import',
  [SERVED]: 'not asked for closes to compare, because its own are served',
} as const satisfies Readonly<Record<string, string>>;

export type ReadFault = keyof typeof READ_FAULTS;

/** Whether a stored text is one of them. */
export const isFault = (text: string | null): text is ReadFault => text !== null && Object.hasOwn(READ_FAULTS, text);

/** Faults that leave nothing newer to wait for: the source answered that it has nothing, or was not asked. */
const WITHOUT_NEWER: readonly ReadFault[] = [UNKNOWN_TICKER, KEPT, SERVED];

/** Whether data that a source gave before its last reading failed is served although it is due. */
export const isStaleFor = (fault: string | null): boolean => isFault(fault) && !WITHOUT_NEWER.includes(fault);

/** Messages may have words of the source. */
const MOST_CHARACTERS = 300;

interface ReadErrorOptions extends ErrorOptions {
  readonly waitMs?: number | undefined;
  readonly isNoted?: boolean;
}

/** A source gave no data; the message is a sentence for an operator, in one plain line. */
export class ReadError extends Error {
  override readonly name = 'ReadError';
  readonly fault: ReadFault;
  /** How long the source asks to be left alone. */
  readonly waitMs: number | undefined;
  /** Whether the message is among the notes of what stays stored. */
  readonly isNoted: boolean;

  constructor(fault: ReadFault, message: string, options: ReadErrorOptions = {}) {
    super(plainLine(message, MOST_CHARACTERS), options);
    this.fault = fault;
    this.waitMs = options.waitMs;
    this.isNoted = options.isNoted ?? false;
  }
}

/** What an operator is told of a failed reading. */
export const toldReason = ({ message }: Error): string => plainLine(message, MOST_CHARACTERS);

const FAULTS: Readonly<Record<OutboundReason, ReadFault>> = {
  invalid_url: 'unreachable',
  refused_target: 'unreachable',
  connection: 'unreachable',
  connect_timeout: 'timeout',
  idle_timeout: 'timeout',
  total_timeout: 'timeout',
  too_large: 'too_large',
  aborted: 'unreachable',
};

/** What a request that was not answered means. */
export function unanswered(error: unknown): ReadError {
  if (error instanceof OutboundError) return new ReadError(FAULTS[error.reason], error.message, { cause: error });
  throw error;
}
