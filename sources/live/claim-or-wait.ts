import { setTimeout as sleep } from 'node:timers/promises';
import type { SourceRead } from '../../store/source-reads.js';
import { CLAIM_MS } from './held-claim.js';

const POLL_MS = 100;

export interface ReadingToClaim {
  /** The reading, if this process is to make it. */
  readonly claim: (nowMs: number) => Promise<SourceRead | null>;
  /** The reading as it is stored now; undefined before any. */
  readonly recall: () => Promise<SourceRead | undefined>;
  /** Whether to wait for another process's reading; by default always. */
  readonly waitsFor?: (read: SourceRead) => boolean;
  readonly clock: () => number;
  readonly isClosed: () => boolean;
}

/**
 * Claims a reading or, while another process is at it, waits until that one has made it (`made`, at once for one that
 * is not waited for) or has been at it for a claim's time (`late`). A reading whose process has died is claimed once
 * its claim has run out.
 */
export async function claimOrWait({
  claim,
  recall,
  waitsFor = () => true,
  clock,
  isClosed,
}: ReadingToClaim): Promise<SourceRead | 'made' | 'late'> {
  let isFree = true;
  for (let waitedMs = 0; waitedMs < CLAIM_MS && !isClosed(); waitedMs += POLL_MS) {
    const claimed = isFree ? await claim(clock()) : null;
    if (claimed !== null) return claimed;
    const read = await recall();
    if (read !== undefined && (read.dueAt.getTime() > clock() || !waitsFor(read))) return 'made';
    isFree = (read?.claimedUntil?.getTime() ?? 0) <= clock();
    if (!isFree) await sleep(POLL_MS);
  }
  return 'late';
}
