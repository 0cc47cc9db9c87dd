/** What test files import from `@jest/globals`. */
import { ModernFakeTimers } from '@jest/fake-timers';
import { jestExpect } from '@jest/expect';
import circus from 'jest-circus';
import { ModuleMocker } from 'jest-mock';

const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({ config: { fakeTimers: {}, rootDir: process.cwd() }, global: globalThis });

export const { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } = circus;
export const expect = jestExpect;
export const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
  useFakeTimers: (options) => void timers.useFakeTimers(options),
  useRealTimers: () => timers.useRealTimers(),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
  getTimerCount: () => timers.getTimerCount(),
};
