import { FeedError, readFeed, type FeedArticles } from '../../../sources/news/read-feed.js';
import { feedText } from '../../../sources/news/feed-text.js';

/** A fetched document. */
export interface FeedTask {
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly url: string;
  /** Epoch milliseconds. */
  readonly nowMs: number;
}

/** Its articles, or why it is no feed. */
export type FeedReading = FeedArticles | { readonly fault: string };

/** Reads a document; also the entry point of the worker thread. */
export function run({ body, contentType, url, nowMs }: FeedTask): FeedReading {
  try {
    return readFeed({ text: feedText(body, contentType), url, now: new Date(nowMs) });
  } catch (error) {
    if (error instanceof FeedError) return { fault: error.message };
    throw error;
  }
}
