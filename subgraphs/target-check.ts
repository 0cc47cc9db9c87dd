import { ApiError } from '../access/errors.js';
import { FairQueue, type Requester } from '../access/fair-queue.js';
import type { TargetCheck } from '../outbound/targets.js';

/** Names are resolved for two URLs of an account at a time, so that slow ones only delay their own account. */
const NAME_CHECKS = { running: 32, runningEach: 2, waiting: 128, waitingEach: 8 } as const;
const RETRY_AFTER_S = 3;

/** Checks of the URLs that customers give for deliveries, in one parameter. */
export interface TargetUrls {
  /** The URL as it is stored. Throws ApiError `invalid_parameter`. */
  read(text: string): URL;
  /**
   * Looks its name up, unless `isNeeded` says that it need not be. Throws ApiError `invalid_parameter`, or
   * `unavailable` if too many wait.
   */
  checkName(url: URL, requester: Requester, isNeeded?: () => Promise<boolean>): Promise<void>;
}

function tooManyChecks(): ApiError {
  const message = 'Too many webhook URLs are being checked; retry after retry_after_s seconds.';
  return new ApiError('unavailable', message, { retry_after_s: RETRY_AFTER_S });
}

const QUEUES = new WeakMap<TargetCheck, FairQueue>();

/** The queue of all checks of a process. */
function queueOf(check: TargetCheck): FairQueue {
  const queue = QUEUES.get(check) ?? new FairQueue({ ...NAME_CHECKS, busy: tooManyChecks });
  QUEUES.set(check, queue);
  return queue;
}

/** @param called what messages call the parameter */
export function targetUrls(check: TargetCheck, param: string, called = param): TargetUrls {
  const queue = queueOf(check);
  const refused = (refusal: string): ApiError =>
    new ApiError('invalid_parameter', `${called} is refused: ${refusal}.`, { param });
  return {
    read(text) {
      const target = check.read(text);
      if ('refusal' in target) throw refused(target.refusal);
      return target.url;
    },
    async checkName(url, requester, isNeeded) {
      const refusal = await queue.run(requester, async () =>
        isNeeded === undefined || (await isNeeded()) ? check.refusalOfName(url) : null,
      );
      if (refusal !== null) throw refused(refusal);
    },
  };
}
