import { createThread } from '../one-thread.js';
import { run as readHere, type FeedReading, type FeedTask } from './feed-thread.js';
import type * as thread from './feed-thread.js';

/** Larger documents would block the event loop for too long. */
const MOST_BYTES_HERE = 256 * 1024;

export interface FeedPool {
  read(task: FeedTask): Promise<FeedReading>;
  close(): Promise<void>;
}

/** Reads documents, large ones in a thread. */
export function createFeedPool(): FeedPool {
  const { run, close } = createThread<typeof thread>('news/feed-thread.js');
  return {
    read: async (task) => (task.body.byteLength > MOST_BYTES_HERE ? run('run', task) : readHere(task)),
    close,
  };
}
