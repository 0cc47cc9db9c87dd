import { expect, it } from '@jest/globals';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import { companyFile, type CompanyFile } from './corpus-files.js';
import { loadCorpus } from './load-corpus.js';
import type { CorpusFiles } from './read-corpus.js';

const SOURCED = { asOf: '2025-06-03', sourceUrl: 'https://example.com/anvil' };
const round = (date: string, amountUsd: number) => ({
  date,
  stage: 'Seed',
  amountUsd,
  confidence: 'reported',
  ...SOURCED,
});
const event = (date: string, sizeUsd: number) => ({
  date,
  kind: 'tender',
  confidence: 'reported',
  sizeUsd,
  ...SOURCED,
});
const company = (slug: string, more: object) =>
  companyFile.parse({ slug, name: slug.toUpperCase(), sector: { value: 'Robotics', ...SOURCED }, ...more });
const filesOf = (digest: string, companies: readonly CompanyFile[]): CorpusFiles => ({
  digest,
  companies: companies.map(({ slug }) => slug),
  investors: [],
  check: () => ({ digest, companies, investors: [] }),
});
const LONG_AGO = new Date('2024-01-01T00:00:00Z');

forEachDatabase((_, open) => {
  it('what is as it was in a new corpus keeps the instant at which it was stored, and what is left out goes', async () => {
    const store = await open();
    const recorded = async () => {
      const { bySlugs } = store.privateRounds;
      const [companies, rounds, events] = await Promise.all([
        store.privateCompanies.all(),
        bySlugs(['anvil', 'bellows']),
        store.secondaryEvents.all(),
      ]);
      const isOld = ({ recordedAt }: { readonly recordedAt: Date }): boolean =>
        recordedAt.getTime() === LONG_AGO.getTime();
      return {
        companies: companies.map((row) => [row.slug, isOld(row)]),
        rounds: [...rounds.values()].flat().map((row) => [row.slug, row.amountUsd, isOld(row)]),
        events: events.map((row) => [row.slug, row.sizeUsd, isOld(row)]),
      };
    };
    await loadCorpus(
      store,
      filesOf('one', [
        company('anvil', {
          rounds: [round('2024-05-03', 1e6), round('2025-05-03', 2e6)],
          secondaryEvents: [event('2025-05-04', 3e6)],
        }),
        company('bellows', { rounds: [round('2024-05-03', 4e6)] }),
        company('crucible', {}),
      ]),
    );
    for (const table of ['private_companies', 'private_rounds', 'secondary_events'] as const)
      await store.db.updateTable(table).set({ recordedAt: LONG_AGO }).execute();
    await loadCorpus(
      store,
      filesOf('two', [
        company('anvil', {
          rounds: [round('2024-05-03', 1e6), round('2025-05-03', 9e6)],
          secondaryEvents: [event('2025-05-04', 3e6), event('2025-05-05', 4e6)],
        }),
        company('bellows', { founded: { value: 2015, ...SOURCED } }),
      ]),
    );
    expect(await recorded()).toEqual({
      companies: [
        ['anvil', true],
        ['bellows', false],
      ],
      rounds: [
        ['anvil', 1e6, true],
        ['anvil', 9e6, false],
      ],
      events: [
        ['anvil', 3e6, true],
        ['anvil', 4e6, false],
      ],
    });
    await store.close();
  });

  it('is not checked again once it is stored, and is once a file differs', async () => {
    const store = await open();
    await loadCorpus(store, filesOf('one', [company('anvil', {})]));
    const refused = (digest: string): CorpusFiles => ({
      ...filesOf(digest, []),
      companies: ['anvil'],
      check: () => {
        throw new Error('checked');
      },
    });
    expect(await loadCorpus(store, refused('one'))).toEqual({ status: 'current', companies: 1, investors: 0 });
    await expect(loadCorpus(store, refused('two'))).rejects.toThrow('checked');
    await store.close();
  });
});
