import { describe, expect, it } from '@jest/globals';
import { corporateEvents } from '../../engines/corporate-events/corporate-events.js';
import { differences } from './closeness.js';
import { inventedCompany, plainCorporateEvents } from './corporate-events.js';

describe('corporate events agree with a second computation', () => {
  it.each(Array.from({ length: 40 }, (_, index) => index + 1))('of company %i', (seed) => {
    const input = inventedCompany(seed);
    const { summary, events, recent, upcoming } = corporateEvents(input);
    const { lastAmount: _lastAmount, ...dividend } = summary.dividend;
    const { counts, analyst, insider } = summary;
    expect(differences({ counts, dividend, analyst, insider }, plainCorporateEvents(input))).toEqual([]);
    for (const group of [...Object.values(events), recent]) {
      const dates = group.map(({ date }) => date);
      expect(dates).toEqual([...dates].sort().reverse());
    }
    expect(upcoming).toEqual([]);
    const dates = Object.values(events)
      .flat()
      .map(({ date }) => date)
      .sort()
      .reverse();
    expect(recent[0]?.date).toBe(dates[0]);
  });

  it('and the order of the rows in the store changes nothing', () => {
    const input = inventedCompany(99);
    const turned = {
      ...input,
      actions: input.actions.toReversed(),
      insiderFilings: input.insiderFilings.toReversed(),
      filings: input.filings.toReversed(),
    };
    expect(differences(corporateEvents(turned), corporateEvents(input))).toEqual([]);
  });
});
