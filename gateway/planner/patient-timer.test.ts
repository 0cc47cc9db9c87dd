import { describe, expect, it } from '@jest/globals';
import { startPatientTimer } from './patient-timer.js';

const standStill = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const fired = (ms: number): Promise<number> => {
  const startMs = performance.now();
  return new Promise((resolve) => startPatientTimer(ms, () => resolve(performance.now() - startMs)));
};

describe('a patient timer', () => {
  it('acts no sooner than it is told to', async () => {
    expect(await fired(20)).toBeGreaterThanOrEqual(19);
  });

  it('waits once more where the process stood still', async () => {
    const after = fired(20);
    standStill(700);
    expect(await after).toBeGreaterThanOrEqual(715);
  });

  it('never acts once it is stopped', async () => {
    let isCalled = false;
    startPatientTimer(1, () => {
      isCalled = true;
    }).stop();
    await fired(20);
    expect(isCalled).toBe(false);
  });
});
