import type { LogFn, Logger } from 'pino';

/** Lines of one kind that are written in a window. */
const MOST_LINES = 10;
const WINDOW_MS = 60_000;

/** Counts lines by kind; a window begins with the first line of its kind. */
export class LineLimit {
  readonly #clock: () => number;
  readonly #windows = new Map<string, { readonly endsMs: number; lines: number }>();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** `write`, or `skip`, or `last` for the last line that is written before the rest of the window is skipped. */
  take(kind: string): 'write' | 'last' | 'skip' {
    const nowMs = this.#clock();
    let window = this.#windows.get(kind);
    if (window === undefined || nowMs >= window.endsMs) {
      window = { endsMs: nowMs + WINDOW_MS, lines: 0 };
      this.#windows.set(kind, window);
    }
    window.lines += 1;
    if (window.lines < MOST_LINES) return 'write';
    return window.lines === MOST_LINES ? 'last' : 'skip';
  }

  /** Forgets a kind; returns how many of its lines were skipped. */
  end(kind: string): number {
    const { lines = 0 } = this.#windows.get(kind) ?? {};
    this.#windows.delete(kind);
    return Math.max(0, lines - MOST_LINES);
  }
}

function reasonOf(details: unknown): string | undefined {
  if (typeof details !== 'object' || details === null || !('err' in details)) return undefined;
  const { err } = details;
  if (!(err instanceof Error)) return '';
  return 'code' in err ? String(err.code) : err.name;
}

/** The kind of a line with an error: its message and the error's code. Other lines are not limited. */
export function kindOf([details, message]: readonly unknown[]): string | undefined {
  const reason = reasonOf(details);
  return reason === undefined ? undefined : `${String(message)} (${reason})`;
}

/**
 * A hook of pino by which an outage does not flood the log: after ten lines of a kind the rest of a minute is counted,
 * and the count is logged when the minute ends.
 */
export function limitedByKind(clock: () => number = Date.now) {
  const limit = new LineLimit(clock);
  return function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
    const kind = kindOf(args);
    const taken = kind === undefined ? 'write' : limit.take(kind);
    if (taken === 'skip') return;
    method.apply(this, args);
    if (taken !== 'last' || kind === undefined) return;
    const tell = (): void => {
      const skipped = limit.end(kind);
      if (skipped > 0) this.warn({ kind, skipped }, 'more lines of this kind were not written');
    };
    setTimeout(tell, WINDOW_MS).unref();
  };
}
