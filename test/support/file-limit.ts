import { addressScope } from '../../access/limits.js';
import { PAGE_FILES_PER_MINUTE } from '../../access/tiers.js';
import type { TestServer } from './in-process.js';

/** Counts files for this machine's address in a new minute, until `left` more are within the limit. */
export async function leaveFiles(server: TestServer, left: number): Promise<void> {
  server.nextMinute();
  const scope = `${addressScope('127.0.0.1')} files` as const;
  const { limiter } = server.runtime.access;
  for (let counted = left; counted < PAGE_FILES_PER_MINUTE; counted += 1)
    await limiter.take(scope, PAGE_FILES_PER_MINUTE, server.clock.nowMs);
}
