import { feedText } from './feed-text.js';
import { FeedError, readFeed, type FeedArticles } from './read-feed.js';

/** A document that may be a feed. */
export interface FeedDocument {
  readonly body: Uint8Array;
  /** As its server tells it; empty for a file. */
  readonly contentType: string;
  /** Where it was read; undefined for a file. */
  readonly url?: string | undefined;
  /** Epoch milliseconds. */
  readonly nowMs: number;
}

/** Its articles, or why it is no feed. */
export type FeedReading = FeedArticles | { readonly fault: string };

export type ReadFeed = (document: FeedDocument) => FeedReading | Promise<FeedReading>;

/** Reads a document, however long that takes. */
export function readFeedDocument({ body, contentType, url, nowMs }: FeedDocument): FeedReading {
  try {
    return readFeed({ text: feedText(body, contentType), url, now: new Date(nowMs) });
  } catch (error) {
    if (error instanceof FeedError) return { fault: error.message };
    throw error;
  }
}
