interface InTurn {
  (): Promise<void>;
  /** Resolves once no run is in progress. */
  idle(): Promise<void>;
}

/** Runs of `task` never overlap; calls during a run share one following run. */
export function inTurn(task: () => Promise<void>): InTurn {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    const run = task().finally(() => {
      if (running === run) running = null;
    });
    running = run;
    return run;
  };
  const ask = (): Promise<void> => {
    if (running === null) return start();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
  return Object.assign(ask, {
    async idle() {
      await Promise.allSettled([running, next]);
    },
  });
}
