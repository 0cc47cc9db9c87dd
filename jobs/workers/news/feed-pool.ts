import { readFeedDocument, type FeedDocument, type FeedReading } from '../../../sources/news/feed-document.js';
import { createThread } from '../one-thread.js';
import type * as thread from './feed-thread.js';

/** Larger documents would block the event loop for too long: a feed of short entries of this size takes about 0.1 s. */
const MOST_BYTES_HERE = 64 * 1024;

export interface FeedPool {
  read(document: FeedDocument): Promise<FeedReading>;
  close(): Promise<void>;
}

/** Reads documents, large ones in a thread. */
export function createFeedPool(): FeedPool {
  const { run, close } = createThread<typeof thread>('news/feed-thread.js');
  return {
    read: async (document) =>
      document.body.byteLength > MOST_BYTES_HERE ? run('run', document) : readFeedDocument(document),
    close,
  };
}
