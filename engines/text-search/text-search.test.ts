import { describe, expect, it } from '@jest/globals';
import { nonsense, withEdit, withSwap } from '../../test/independent/mistyped-names.js';
import { seededRandom } from '../../sources/simulated/random.js';
import { DOCUMENTS } from './fixtures/documents.js';
import { createTextIndex, search } from './text-search.js';

const index = createTextIndex(DOCUMENTS, { tags: 2, partners: 2 });
const found = (q: string): readonly string[] => search(index, q)?.matches.map(({ id }) => id) ?? [];

describe('a search', () => {
  it.each(DOCUMENTS.map(({ id, name, aliases = [], slug = '' }) => ({ id, names: [name, ...aliases, slug] })))(
    'finds $id first by each of its names, whatever their case',
    ({ id, names }) => {
      for (const name of names) {
        for (const q of [name, name.toUpperCase(), name.toLowerCase(), `  ${name} `]) {
          const [best, second] = search(index, q)?.matches ?? [];
          const isTied = best?.score === second?.score;
          expect(isTied ? [best?.id, second?.id] : [best?.id]).toContain(id);
        }
      }
    },
  );

  it('ranks a name itself, then its beginning, then a later word, then a part, then texts', () => {
    expect(found('alder')).toEqual(['alder', 'aldertide-robotics', 'fathom-alder']);
    expect(found('payments')).toEqual(['alder', 'copperlark']);
    expect(found('fintech')).toEqual(expect.arrayContaining(['alder', 'copperlark']));
    expect(found('small')).toHaveLength(2);
  });

  it('takes words in any order, unfinished ones, and those of names and texts together', () => {
    expect(found('robotics aldertide')).toEqual(['aldertide-robotics']);
    expect(found('alder rob')).toEqual(['aldertide-robotics']);
    expect(found('copperlark fintech')).toEqual(['copperlark']);
    expect(found('copperlark robots')).toEqual([]);
  });

  it.each([
    ['cafe zurich', 'cafe-zurich'],
    ['CAFÉ', 'cafe-zurich'],
    ['ol essig', 'cafe-zurich'],
    ['zoe nunez', 'fathom-alder'],
    ['moller', 'fathom-alder'],
    ['smith and rowe', 'smith-and-rowe'],
    ['smithrowe', 'smith-and-rowe'],
    ['smith rowe', 'smith-and-rowe'],
    ['Copperlark Payments', 'copperlark'],
    ['Aldertide Robotics Inc.', 'aldertide-robotics'],
    ['alder-tide', 'aldertide-robotics'],
    ['Alder\u00adtide', 'aldertide-robotics'],
    ['❤️', 'heart'],
    ['мир', 'mir-tekhnologii'],
    ['ТЕХНОЛОГИЙ', 'mir-tekhnologii'],
    ['технологии', 'mir-tekhnologii'],
    ['интеллект', 'mir-tekhnologii'],
    ['メルカリ', 'mercari'],
    ['知能', 'mercari'],
    ['한강', 'hangang'],
    ['로보', 'hangang'],
    ['الطاقة', 'nur'],
    ['ऊर्जा', 'hindi'],
    ['🚀', 'rocket'],
    ['!!!', 'bangs'],
    ['ldertid', 'aldertide-robotics'],
    ['aldretide', 'aldertide-robotics'],
    ['robtoics', 'aldertide-robotics'],
    ['coperlark pay', 'copperlark'],
    ['coperlark inc', 'copperlark'],
    ['warehuose', 'aldertide-robotics'],
  ])('finds by %s', (q, id) => {
    expect(found(q)[0]).toBe(id);
  });

  it('finds equal names by id, whatever the order of the documents', () => {
    expect(found('twinoak')).toEqual(['twin-a', 'twin-b']);
    const backwards = createTextIndex([...DOCUMENTS].reverse(), { tags: 2, partners: 2 });
    for (const q of ['a', 'alder', 'payments', 'aldretide', 'small'])
      expect(search(backwards, q)).toEqual(search(index, q));
  });

  it('says how many match beyond the limit, and whether they match as written', () => {
    const all = search(index, 'a');
    expect(search(index, 'a', 2)).toEqual({ ...all, matches: all?.matches.slice(0, 2) });
    expect(search(index, 'a', 0)).toMatchObject({ matches: [], total: all?.total });
    expect(search(index, 'alder')).toMatchObject({ isApproximate: false });
    expect(search(index, 'aldre')).toMatchObject({ isApproximate: true });
    expect(search(index, 'qwxzkvjp')).toEqual({ matches: [], total: 0, isApproximate: false });
  });

  it('gives approximate matches only if nothing matches as written', () => {
    const two = createTextIndex([
      { id: '1', name: 'Mindy' },
      { id: '2', name: 'Minty' },
    ]);
    expect(search(two, 'mindy')?.matches.map(({ id }) => id)).toEqual(['1']);
    expect(search(two, 'minxy')?.total).toBe(2);
  });

  it.each(['', ' ', ' '.repeat(80), '\t\n'])('is none for a blank query', (q) => {
    expect(search(index, q)).toBeNull();
  });

  it.each([
    '.*',
    '[a-z]+(',
    '\\',
    '%',
    '_',
    '?',
    'constructor',
    '__proto__',
    'a'.repeat(80),
    '🦄'.repeat(40),
    'a '.repeat(40),
    'a b c d e f g h i j k l m n o p q r s t u v w x y z',
    '\u0000',
    '\ud800',
    'é'.repeat(5_000),
    '会'.repeat(80),
  ])('takes %j', (q) => {
    const { matches, total } = search(index, q) ?? { matches: [], total: -1 };
    expect(matches).toHaveLength(total);
    for (const { score } of matches) expect(score > 0 && score <= 1).toBe(true);
    expect(found('alder')[0]).toBe('alder');
  });

  it.each(["'", '\u200b', '™'])('finds nothing by %j, which separates no words', (q) => {
    expect(search(index, q)).toEqual({ matches: [], total: 0, isApproximate: false });
  });

  it('finds a single letter, and what begins with it', () => {
    expect(found('x')).toEqual(['x']);
    expect(found('a').slice(0, 2)).toEqual(['alder', 'aldertide-robotics']);
  });

  it('finds a name with one letter wrong or two swapped, and nothing by letters at random', () => {
    const random = seededRandom(11, 0, 1);
    for (const { id, name } of DOCUMENTS.slice(0, 6)) {
      for (let k = 0; k < 50; k += 1) {
        for (const q of [withEdit(name, random), withSwap(name, random)]) expect(found(q).slice(0, 5)).toContain(id);
      }
    }
    for (let k = 0; k < 500; k += 1) expect(found(nonsense(8, random))).toEqual([]);
  });

  it('is empty over no documents, and over documents with empty names and texts', () => {
    expect(search(createTextIndex([]), 'a')?.total).toBe(0);
    const empty = createTextIndex([{ id: 'e', name: '', aliases: [''], slug: '', fields: { tagline: '', tags: [] } }]);
    expect(search(empty, 'a')?.total).toBe(0);
  });

  it('finds all of very many that have a word, ranked by names', () => {
    const many = createTextIndex(
      Array.from({ length: 3_000 }, (_, k) => ({ id: String(k), name: `Name ${k}`, fields: { tags: ['fintech'] } })),
    );
    expect(search(many, 'fintech', 3)).toMatchObject({ total: 3_000, isApproximate: false });
    expect(search(many, 'fintech 2999', 3)).toMatchObject({ total: 1, matches: [{ id: '2999' }] });
    expect(search(many, 'name', 3)).toMatchObject({ total: 3_000, matches: [{ id: '0' }, { id: '1' }, { id: '2' }] });
  });
});
