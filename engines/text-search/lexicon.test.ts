import { describe, expect, it } from '@jest/globals';
import { editDistance } from '../../access/parameters/edit-distance.js';
import { seededRandom } from '../../sources/simulated/random.js';
import { withEdit, withSwap, withTwoEdits } from '../../test/independent/mistyped-names.js';
import { Lexicon } from './lexicon.js';
import { runSteps } from './steps.js';

const random = seededRandom(3, 0, 1);
const SYLLABLES = [
  'al',
  'ber',
  'co',
  'dan',
  'el',
  'fi',
  'gor',
  'hin',
  'is',
  'ko',
  'lum',
  'mar',
  'net',
  'os',
  'pa',
  'qui',
];
const invented = (): string =>
  Array.from({ length: 2 + Math.floor(random() * 4) }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join(
    '',
  );

const texts = new Set(Array.from({ length: 1_500 }, invented));
const lexicon = runSteps(Lexicon.of(texts));
const all = [...texts].sort();

describe('a lexicon', () => {
  it('has its texts in order', () => {
    expect(lexicon.texts).toEqual(all);
  });

  it('finds the texts that begin so, as a scan does', () => {
    for (const prefix of ['', 'a', 'mar', 'koko', 'zz', ...all.slice(0, 50)]) {
      const [from, to] = lexicon.beginning(prefix);
      expect(lexicon.texts.slice(from, to)).toEqual(all.filter((text) => text.startsWith(prefix)));
    }
  });

  it('finds the texts that contain a part, as a scan does', () => {
    for (const part of ['mar', 'oko', 'rlum', 'zzz', ...all.slice(0, 50).map((text) => text.slice(1, 5))]) {
      const expected = part.length < 3 ? [] : all.filter((text) => text.includes(part));
      expect(
        lexicon
          .containing(part)
          .map((text) => lexicon.texts[text])
          .sort(),
      ).toEqual(expected);
    }
  });

  it('finds every text within two edits of one with seven letters or more, as a scan does', () => {
    for (const text of all.filter(({ length }) => length >= 7).slice(0, 40)) {
      for (const q of [withEdit(text, random), withSwap(text, random), withTwoEdits(text, random)].filter(
        (each) => each.length >= 7,
      )) {
        for (const most of [1, 2]) {
          const near = lexicon.near(q, most).map((each) => [lexicon.texts[each.text], each.distance]);
          const expected = all.flatMap((other) => {
            const distance = editDistance(q, other);
            return distance <= most ? [[other, distance]] : [];
          });
          expect(new Map(near as [string, number][])).toEqual(new Map(expected as [string, number][]));
        }
      }
    }
  });

  it('compares the most similar of very many candidates', () => {
    const same = runSteps(Lexicon.of(new Set(Array.from({ length: 20_000 }, (_, k) => `company${k}`))));
    expect(same.near('compayn12345', 2).map(({ text }) => same.texts[text])).toContain('company12345');
  });
});
