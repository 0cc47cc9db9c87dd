import { describe, expect, it } from '@jest/globals';
import { editDistance } from '../../access/parameters/edit-distance.js';
import { createNearNames } from './near-names.js';

const NAMES = [
  'nvidia',
  'netflix',
  'walmart',
  'wal mart',
  'caterpillar',
  'berkshire hathaway',
  'salesforce',
  'sales force one',
  'intel',
  'oracle',
  'ford',
];

/** Texts with an error at each place: a letter left out, doubled, changed, or swapped with the next one. */
function oneErrorIn(name: string): readonly string[] {
  return Array.from({ length: name.length }, (_, at) => [
    name.slice(0, at) + name.slice(at + 1),
    name.slice(0, at) + name.charAt(at) + name.slice(at),
    `${name.slice(0, at)}q${name.slice(at + 1)}`,
    name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2),
  ]).flat();
}

describe('names near a text', () => {
  const { near } = createNearNames(NAMES);

  it('are the same as by comparing it to every name, for one error at each place', () => {
    for (const name of NAMES) {
      for (const text of oneErrorIn(name)) {
        const reach = 1;
        const expected = NAMES.filter((each) => each.length >= 5 && editDistance(text, each) <= reach);
        expect([
          text,
          near(text)
            .filter(({ distance }) => distance <= reach)
            .map((each) => each.name)
            .sort(),
        ]).toEqual([text, expected.sort()]);
      }
    }
  });

  it('have up to two errors in long texts, and one in short ones', () => {
    expect(near('caterpilr')).toEqual([{ name: 'caterpillar', distance: 2 }]);
    expect(near('nvda')).toEqual([]);
    expect(near('netfx')).toEqual([]);
  });
});
