import { describe, expect, it } from '@jest/globals';
import { readLink, writeLink } from './link.js';

const SEED = 'a31bcc1226557cc51a640961355a61ab';

describe('a link to a simulation', () => {
  it('asks for the same run', () => {
    const link = new URLSearchParams({
      holdings: 'AAPL:$6000,BRK.B:$400.5',
      horizon: '21',
      years: '3',
      regime: 'STRESSED',
      seed: SEED,
    });
    const { run, chosen } = readLink(link);
    expect(run?.variables).toEqual({
      positions: [
        { ticker: 'AAPL', value: 6000 },
        { ticker: 'BRK.B', value: 400.5 },
      ],
      horizonSessions: 21,
      lookbackYears: 3,
      regime: 'STRESSED',
    });
    expect([run?.seed, run === null ? null : readLink(new URLSearchParams(writeLink(run, SEED)))]).toEqual([
      SEED,
      readLink(link),
    ]);
    expect(chosen).toEqual({ horizonSessions: 21, lookbackYears: 3, regime: 'STRESSED' });
  });

  it.each([
    ['', 'nothing'],
    ['holdings=AAPL:10', 'shares'],
    ['holdings=AAPL', 'no amount'],
    ['holdings=AAPL:$5,10+AAPL', 'a line that is no holding'],
  ])('%j asks for no run: %s', (link) => {
    expect(readLink(new URLSearchParams(link)).run).toBeNull();
  });

  it('has usual values for what is out of bounds', () => {
    const { run, chosen } = readLink(new URLSearchParams('holdings=AAPL:$5&horizon=9&years=99&regime=x&seed=1'));
    expect([chosen, run?.seed]).toEqual([{ horizonSessions: 126, lookbackYears: 10, regime: null }, null]);
  });
});
