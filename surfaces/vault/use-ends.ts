import { setImmediate as nextTurn } from 'node:timers/promises';
import type { VaultUseEnd } from '../../store/vault-uses.js';

/**
 * Records how uses of the vault ended, beside the answers that the agents get: a use is already recorded by then, and
 * its end completes the record.
 */
export interface UseEnds {
  note(id: string, end: VaultUseEnd): void;
  /** Resolves when all that was noted is stored, or was tried once more. */
  settled(): Promise<void>;
}

export interface UseEndsOptions {
  readonly write: (ends: ReadonlyMap<string, VaultUseEnd>) => Promise<void>;
  /** Called if ends could not be stored; they are tried again with the next ones. */
  readonly onError: (error: unknown) => void;
}

export function createUseEnds({ write, onError }: UseEndsOptions): UseEnds {
  let pending = new Map<string, VaultUseEnd>();
  let writing: Promise<void> | undefined;
  const writeAll = async (): Promise<void> => {
    while (pending.size > 0) {
      const batch = pending;
      pending = new Map();
      try {
        await write(batch);
      } catch (error) {
        pending = new Map([...batch, ...pending]);
        return onError(error);
      }
    }
  };
  const start = async (): Promise<void> => {
    // The answer goes out first.
    await nextTurn();
    await writeAll();
  };
  const run = (): Promise<void> => (writing ??= start().finally(() => (writing = undefined)));
  return {
    note(id, end) {
      pending.set(id, end);
      void run();
    },
    async settled() {
      if (pending.size > 0 || writing !== undefined) await run();
    },
  };
}
