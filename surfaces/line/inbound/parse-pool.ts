import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { LINE } from '../rules.js';
import type { parse, ParsedMail } from './parse-thread.js';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const BESIDE = path.join(HERE, 'parse-thread.js');
const IN_BUILD = path.join(HERE, '..', '..', '..', 'dist', 'surfaces', 'line', 'inbound', 'parse-thread.js');
const IDLE_MS = 30_000;
const MOST_HEAP_MB = 256;

/** Reads mail in threads, each with a limit of time and memory. */
export interface ParsePool {
  /** Rejects if the mail cannot be read within the limits. */
  parse(raw: Uint8Array, sender: string): Promise<ParsedMail>;
  close(): Promise<void>;
}

export function createParsePool(timeoutMs: number = LINE.inbound.parseTimeoutMs): ParsePool {
  let pool: Piscina | undefined;
  return {
    parse(raw, sender) {
      pool ??= new Piscina({
        filename: existsSync(BESIDE) ? BESIDE : IN_BUILD,
        minThreads: 0,
        maxThreads: 2,
        idleTimeout: IDLE_MS,
        resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
      });
      // A thread that is past its time is ended by the signal.
      return pool.run({ raw, sender }, { name: 'parse', signal: AbortSignal.timeout(timeoutMs) }) as ReturnType<
        typeof parse
      >;
    },
    async close() {
      await pool?.destroy();
    },
  };
}
