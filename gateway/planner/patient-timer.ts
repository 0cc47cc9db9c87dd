/** How late a timer may fire before it says that this process, or the whole machine, stood still. */
const LATE_MS = 500;

/** A timer that can be stopped, also after it fired. */
export interface PatientTimer {
  stop(): void;
}

/** Calls `act` after `ms`; begins anew where the process stood still meanwhile, since whoever it waits for may have too. */
export function startPatientTimer(ms: number, act: () => void): PatientTimer {
  const begin = (): NodeJS.Timeout => {
    const dueMs = performance.now() + ms;
    return setTimeout(() => {
      if (performance.now() - dueMs > LATE_MS) timer = begin();
      else act();
    }, ms);
  };
  let timer = begin();
  return { stop: () => clearTimeout(timer) };
}
