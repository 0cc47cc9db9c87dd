import { OutboundError, type OutboundReason } from '../../outbound/errors.js';
import type { Outbound, OutboundResponse } from '../../outbound/outbound.js';
import type { NewsFault } from '../../store/news-sources.js';

/** What a server said about the last version of a feed, to ask for a newer one only. */
export interface FeedVersion {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

export interface FetchedFeed extends FeedVersion {
  readonly body: Buffer;
  readonly contentType: string;
  /** Where it was read, after redirects. */
  readonly url: string;
}

/** A feed that could not be read; the message is a sentence for an operator. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  /** What clients are told. */
  readonly fault: NewsFault;

  constructor(fault: NewsFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

const FAULTS: Readonly<Record<OutboundReason, NewsFault>> = {
  invalid_url: 'refused_address',
  refused_target: 'refused_address',
  connection: 'unreachable',
  connect_timeout: 'timeout',
  idle_timeout: 'timeout',
  total_timeout: 'timeout',
  too_large: 'too_large',
  aborted: 'unreachable',
};

const MOST_REDIRECTS = 5;
const NOT_MODIFIED = 304;
const ACCEPT = 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.8';

function requestHeaders({ etag, lastModified }: FeedVersion): Readonly<Record<string, string>> {
  return {
    accept: ACCEPT,
    'user-agent': 'Marketgraph news reader',
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
  };
}

/** The address that a redirect leads to; undefined if the response is none. */
function redirectOf({ status, headers }: OutboundResponse, from: string): string | undefined {
  const { location } = headers;
  if (status < 300 || status > 399 || status === NOT_MODIFIED || location === undefined) return undefined;
  try {
    return new URL(location, from).href;
  } catch {
    throw new FetchError('refused_address', 'It redirects to an address that is none.');
  }
}

/**
 * Reads a feed unless it has the given version; null if it has. `outbound` checks the address of every redirect as it
 * does the first. Throws FetchError.
 */
export async function fetchFeed(
  outbound: Pick<Outbound, 'send'>,
  address: string,
  version: FeedVersion,
): Promise<FetchedFeed | null> {
  let url = address;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const response = await outbound.send({ url, headers: requestHeaders(version) }).catch((cause: unknown) => {
      if (!(cause instanceof OutboundError)) throw cause;
      const message = redirects === 0 ? cause.message : `After a redirect: ${cause.message}`;
      throw new FetchError(FAULTS[cause.reason], message, { cause });
    });
    if (response.status === NOT_MODIFIED) return null;
    const next = redirectOf(response, url);
    if (next === undefined) return fetched(response, url);
    url = next;
  }
  throw new FetchError('too_many_redirects', `It redirects more than ${MOST_REDIRECTS} times.`);
}

function fetched({ status, headers, body }: OutboundResponse, url: string): FetchedFeed {
  if (status !== 200) throw new FetchError('http_status', `The server answered with status ${status}.`);
  const { etag, 'last-modified': lastModified, 'content-type': contentType = '' } = headers;
  return { body, contentType, url, etag, lastModified };
}
