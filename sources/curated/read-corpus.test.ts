import { describe, expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { companyFile, investorFile } from './corpus-files.js';
import { companyRows, investorRow } from './corpus-rows.js';
import { CorpusError, readCorpus, readCorpusFile } from './read-corpus.js';

const CORPUS = readCorpus();
const SOURCED = { asOf: '2025-06-03', sourceUrl: 'https://example.com/anvil' };
const ANVIL = { slug: 'anvil', name: 'Anvil', sector: { value: 'Robotics', ...SOURCED } };

const read = (changes: object, name = 'anvil.json'): unknown =>
  readCorpusFile(name, JSON.stringify({ ...ANVIL, ...changes }), companyFile);

/** The dates of everything in a file that has a source. */
function datesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(datesOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    (name === 'asOf' || name === 'date') && typeof inner === 'string' ? [inner] : datesOf(inner),
  );
}

describe('the corpus', () => {
  it('has companies and firms, each of which becomes rows of the store', () => {
    expect(CORPUS.companies.length).toBeGreaterThanOrEqual(20);
    expect(CORPUS.investors.length).toBeGreaterThanOrEqual(60);
    for (const file of CORPUS.companies) expect(companyRows(file).company.slug).toBe(file.slug);
    for (const file of CORPUS.investors) expect(investorRow(file).slug).toBe(file.slug);
  });

  it('has no fact of a day that has not come', () => {
    const now = new Date().toISOString().slice(0, 10);
    const early = [...CORPUS.companies, ...CORPUS.investors].flatMap((file) =>
      datesOf(file)
        .filter((date) => date > now)
        .map((date) => `${file.slug}: ${date}`),
    );
    expect(early).toEqual([]);
  });

  it('has each company and firm under one name', () => {
    for (const files of [CORPUS.companies, CORPUS.investors]) {
      const names = files.map(({ name }) => name.toLowerCase());
      expect(new Set(names).size).toBe(names.length);
    }
  });
});

describe('a file', () => {
  it('with a source and a day for each fact is read', () => {
    expect(read({ founded: { value: 2016, ...SOURCED } })).toMatchObject({ slug: 'anvil', founded: { value: 2016 } });
  });

  it.each([
    ['a fact without a source', { founded: { value: 2016, asOf: '2025-06-01' } }, 'founded.sourceUrl'],
    ['a fact without a day', { founded: { value: 2016, sourceUrl: 'https://example.com' } }, 'founded.asOf'],
    ['a bare value', { founded: 2016 }, 'founded'],
    ['a day that does not exist', { founded: { value: 2016, ...SOURCED, asOf: '2025-02-30' } }, 'founded.asOf'],
    [
      'a source that is no address',
      { founded: { value: 2016, ...SOURCED, sourceUrl: 'a newspaper' } },
      'founded.sourceUrl',
    ],
    ['an unknown key', { motto: { value: 'Strike', ...SOURCED } }, 'motto'],
    ['an unknown sector', { sector: { value: 'Smithing', ...SOURCED } }, 'sector.value'],
    [
      'a relation without a ticker or a slug',
      { relations: [{ relation: 'rival', name: 'Bellows', rationale: 'Sells the same', ...SOURCED }] },
      'relations[0]',
    ],
    [
      'a stake above the whole',
      { stakes: [{ ticker: 'BIG', holder: 'Big', stakePct: 101, basis: 'filing', class: 'disclosed', ...SOURCED }] },
      'stakes[0].stakePct',
    ],
    [
      'a stake of one holder told twice',
      {
        stakes: [1, 2].map((stakePct) => ({
          ticker: 'BIG',
          holder: 'Big',
          stakePct,
          basis: 'filing',
          class: 'disclosed',
          ...SOURCED,
        })),
      },
      'stakes[1]',
    ],
    [
      'a round told twice',
      {
        rounds: [1e6, 2e6].map((amountUsd) => ({
          date: '2024-03-14',
          stage: 'Seed',
          amountUsd,
          confidence: 'reported',
          ...SOURCED,
        })),
      },
      'rounds[1]',
    ],
    [
      'a first of a month that does not say whether the day is known',
      { founded: { value: 2016, ...SOURCED, asOf: '2025-06-01' } },
      'founded.asOfPrecision',
    ],
    [
      'a round of a first of January that does not say it',
      { rounds: [{ date: '2024-01-01', stage: 'Seed', confidence: 'reported', ...SOURCED }] },
      'rounds[0].datePrecision',
    ],
    [
      'a year that is no first of January',
      { rounds: [{ date: '2024-02-01', datePrecision: 'year', stage: 'Seed', confidence: 'reported', ...SOURCED }] },
      'rounds[0].datePrecision',
    ],
    [
      'a month that is no first of a month',
      { founded: { value: 2016, ...SOURCED, asOfPrecision: 'month' } },
      'founded.asOfPrecision',
    ],
    ['a round without a day', { rounds: [{ stage: 'Seed', confidence: 'reported', ...SOURCED }] }, 'rounds[0].date'],
  ])('with %s is refused, and the place is named', (_name, changes, place) => {
    expect(() => read(changes)).toThrow(CorpusError);
    expect(() => read(changes)).toThrow(place);
  });

  it('with a bare month or year becomes rows with the day that it counts as, not after the day of the source', () => {
    const round = (date: string, datePrecision: string, asOf: string) => ({
      date,
      datePrecision,
      stage: `Series ${date} ${datePrecision}`,
      confidence: 'reported',
      ...SOURCED,
      asOf,
    });
    const file = companyFile.parse({
      ...ANVIL,
      founded: { value: 2016, ...SOURCED, asOf: '2024-05-01', asOfPrecision: 'month' },
      leadership: [
        { title: 'Chief', name: 'Ann', change: 'appointed', date: '2023-01-01', datePrecision: 'year', ...SOURCED },
      ],
      rounds: [
        round('2022-01-01', 'year', '2025-06-03'),
        round('2025-01-01', 'year', '2025-06-03'),
        round('2025-05-01', 'month', '2025-06-03'),
        round('2025-05-01', 'day', '2025-06-03'),
      ],
    });
    const { company, rounds } = companyRows(file);
    expect(rounds.map(({ day, dayPrecision }) => [isoDate(day), dayPrecision])).toEqual([
      ['2022-07-02', 'year'],
      ['2025-06-03', 'year'],
      ['2025-05-16', 'month'],
      ['2025-05-01', 'day'],
    ]);
    expect(company.profile?.facts['founded']).toMatchObject({ asOf: '2024-05-16', asOfPrecision: 'month' });
    expect(company.profile?.leadership[0]).toMatchObject({
      date: '2023-07-02',
      datePrecision: 'year',
      asOf: '2025-06-03',
    });
  });

  it('whose name is not its slug is refused', () => {
    expect(() => read({}, 'bellows.json')).toThrow('bellows.json has the slug anvil.');
  });

  it('that is not JSON is refused', () => {
    expect(() => readCorpusFile('anvil.json', '{', companyFile)).toThrow('anvil.json is not JSON.');
  });

  it('of a firm needs its type with a source', () => {
    const firm = { slug: 'forge', name: 'Forge', firmType: { value: 'VC', asOf: '2025-06-01' } };
    expect(() => readCorpusFile('forge.json', JSON.stringify(firm), investorFile)).toThrow('firmType.sourceUrl');
  });
});
