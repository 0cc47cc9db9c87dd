import type { Clock } from '../calendar/utc-periods.js';
import type { TokenLedgerRepository } from '../store/token-ledger.js';
import { ApiError } from './errors.js';
import { TOKEN_LEASE } from './tiers.js';

/** Calls a task again and again until it is told to stop. */
export type Every = (task: () => Promise<void>) => () => void;

export interface TokenLeasesOptions {
  readonly ledger: Pick<TokenLedgerRepository, 'renew'>;
  readonly clock: Clock;
  /** By default every `TOKEN_LEASE.renewEveryMs`. */
  readonly every?: Every | undefined;
  readonly onError: (error: unknown) => void;
}

/** A reservation that this process says is in use. */
export interface TokenLease {
  /** Aborts once the reservation may have stopped counting, with the error for the call. */
  readonly lost: AbortSignal;
  /** Says nothing any more of the reservation. */
  end(): void;
}

export interface TokenLeases {
  hold(id: string, expiresAtMs: number): TokenLease;
  /** Renews nothing any more. */
  close(): Promise<void>;
}

interface Held {
  readonly controller: AbortController;
  expiresAtMs: number;
}

const everySoOften: Every = (task) => {
  const timer = setInterval(() => void task(), TOKEN_LEASE.renewEveryMs);
  timer.unref();
  return () => clearInterval(timer);
};

/**
 * Renews the reservations of the calls of this process, so that those of a process that died soon stop counting. A call
 * whose reservation could not be renewed in time is told so, before others may take its tokens.
 */
export function createTokenLeases({ ledger, clock, every = everySoOften, onError }: TokenLeasesOptions): TokenLeases {
  const held = new Map<string, Held>();
  let stop: (() => void) | null = null;
  let renewing = Promise.resolve();

  const end = (id: string): void => {
    held.delete(id);
    if (held.size > 0) return;
    stop?.();
    stop = null;
  };
  const lose = (id: string): void => {
    held.get(id)?.controller.abort(
      new ApiError('unavailable', 'The AI tokens of this call are no longer set aside; try again.', {
        retry_after_s: 1,
      }),
    );
    end(id);
  };
  const renew = async (): Promise<void> => {
    const ids = [...held.keys()];
    const at = clock();
    const expiresAtMs = at + TOKEN_LEASE.lengthMs;
    try {
      const renewed = new Set(await ledger.renew(ids, new Date(at), new Date(expiresAtMs)));
      for (const id of ids) {
        const lease = held.get(id);
        if (lease === undefined) continue;
        if (renewed.has(id)) lease.expiresAtMs = expiresAtMs;
        else lose(id);
      }
    } catch (error) {
      onError(error);
      // The next attempt would come too late.
      const latest = clock() + 2 * TOKEN_LEASE.renewEveryMs;
      for (const [id, lease] of [...held]) if (lease.expiresAtMs <= latest) lose(id);
    }
  };
  return {
    hold(id, expiresAtMs) {
      const controller = new AbortController();
      held.set(id, { controller, expiresAtMs });
      stop ??= every(() => (renewing = renew()));
      return { lost: controller.signal, end: () => end(id) };
    },
    close() {
      stop?.();
      stop = null;
      return renewing;
    },
  };
}
