/** Longest wait for notes that keep coming, as a multiple of the quiet time. */
const QUIET_AT_LATEST = 10;

/** Debounces: calls `act` after `quietMs` without a note, or ten times that after the first note. */
export function untilQuiet(quietMs: number, act: () => void): { noted(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let firstMs = 0;
  return {
    noted() {
      const nowMs = performance.now();
      if (timer === undefined) firstMs = nowMs;
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          timer = undefined;
          act();
        },
        Math.max(0, Math.min(quietMs, firstMs + QUIET_AT_LATEST * quietMs - nowMs)),
      );
      timer.unref();
    },
    stop: () => clearTimeout(timer),
  };
}
