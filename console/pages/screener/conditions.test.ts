import { describe, expect, it } from '@jest/globals';
import { filterOf, orderOf } from './conditions.js';

describe('the screen of an address', () => {
  it('has the conditions that it names', () => {
    const query = new URLSearchParams(
      'search=app&kind=EQUITY&label=buys&score=55&scoreMost=80&momentum=60&change=-1.5&volume=1000000&order=VOLUME-DESC',
    );
    expect(filterOf(query)).toEqual({
      search: 'app',
      kind: 'EQUITY',
      labels: ['BUY', 'STRONG_BUY'],
      score: { atLeast: 55, atMost: 80 },
      factors: { momentum: { atLeast: 60 } },
      changePct: { atLeast: -1.5 },
      volume: { atLeast: 1_000_000 },
    });
    expect(orderOf(query)).toEqual({ field: 'VOLUME', direction: 'DESC' });
  });

  it('is that of all securities by score without any, or with what means nothing', () => {
    for (const address of ['', 'score=high&kind=BOND&label=MAYBE&order=SIZE']) {
      const query = new URLSearchParams(address);
      expect([filterOf(query), orderOf(query)]).toEqual([{}, { field: 'SCORE', direction: 'DESC' }]);
    }
  });
});
