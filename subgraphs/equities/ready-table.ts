import { ApiError } from '../../access/errors.js';
import type { ScreenTable } from '../../engines/screen/screen-table.js';
import type { Security } from '../../store/securities.js';
import type { ScreenServices } from '../services.js';

/** How long a request waits for changed securities to be computed. */
const LONGEST_WAIT_MS = 10_000;
const RETRY_AFTER_S = 5;

function stillComputing(screen: Pick<ScreenServices, 'progress'>): ApiError {
  const { done, of } = screen.progress() ?? { done: 0, of: 0 };
  const message = `The screener is computing securities that changed, ${done} of ${of} so far; try again in a moment.`;
  return new ApiError('unavailable', message, { retry_after_s: RETRY_AFTER_S });
}

/** The current table of the screen. Throws `unavailable` if that takes too long; what is computed meanwhile stays. */
export async function readyTable(screen: ScreenServices): Promise<ScreenTable<Security>> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(stillComputing(screen)), LONGEST_WAIT_MS);
  });
  try {
    return await Promise.race([screen.table(), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
