import { describe, expect, it } from '@jest/globals';
import type { SearchDocument } from '../engines/text-search/text-search.js';
import { createSearchIndex } from './search-index.js';

const named = (...names: readonly string[]): readonly SearchDocument[] =>
  names.map((name) => ({ id: name.toLowerCase(), name }));

/** A table in memory whose version may be unknown; reads wait until they are let go if it `isHeld`. */
function tableOf(...names: readonly string[]) {
  const table = { names, version: '1' as string | undefined, loads: 0, isHeld: false, release: [] as (() => void)[] };
  const load = async (): Promise<readonly SearchDocument[]> => {
    table.loads += 1;
    const read = named(...table.names);
    if (table.isHeld) await new Promise<void>((resolve) => table.release.push(resolve));
    return read;
  };
  const index = createSearchIndex({ load, version: () => table.version });
  const ids = async (q: string): Promise<readonly string[]> =>
    (await index.search(q))?.matches.map(({ id }) => id) ?? [];
  return { table, index, ids };
}

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('the search index', () => {
  it('is built once for a version, whatever searches come together', async () => {
    const { table, ids } = tableOf('Acme', 'Alder');
    expect(await Promise.all([ids('acme'), ids('alder'), ids('a')])).toEqual([['acme'], ['alder'], ['acme', 'alder']]);
    await ids('acme');
    expect(table.loads).toBe(1);
  });

  it('is built again for another version', async () => {
    const { table, ids } = tableOf('Acme');
    await ids('acme');
    Object.assign(table, { names: ['Birch'], version: '2' });
    expect([await ids('acme'), await ids('birch'), table.loads]).toEqual([[], ['birch'], 2]);
  });

  it('never answers with documents older than the version that its caller knows', async () => {
    const { table, ids } = tableOf('Acme');
    table.isHeld = true;
    const before = ids('birch');
    await turns(3);
    Object.assign(table, { names: ['Birch'], version: '2', isHeld: false });
    const after = [ids('birch'), ids('acme')];
    await turns(3);
    for (const release of table.release) release();
    expect([await before, await Promise.all(after), table.loads]).toEqual([[], [['birch'], []], 2]);
  });

  it('is not kept while the version is not known', async () => {
    const { table, ids } = tableOf('Acme');
    table.version = undefined;
    await ids('acme');
    table.names = ['Birch'];
    expect(await ids('birch')).toEqual(['birch']);
  });

  it('is built again after documents could not be read', async () => {
    let isBroken = true;
    const load = (): Promise<readonly SearchDocument[]> =>
      isBroken ? Promise.reject(new Error('The database is gone.')) : Promise.resolve(named('Acme'));
    const index = createSearchIndex({ load, version: () => '1' });
    await expect(Promise.all([index.search('acme'), index.search('acme')])).rejects.toThrow('The database is gone.');
    isBroken = false;
    expect((await index.search('acme'))?.total).toBe(1);
  });

  it('is not needed for a blank query', async () => {
    const { table, index } = tableOf('Acme');
    expect([await index.search('  '), table.loads]).toEqual([null, 0]);
  });

  it('leaves the event loop turns while it is built', async () => {
    const { index } = tableOf(...Array.from({ length: 3_000 }, (_, k) => `Company number ${k}`));
    let [count, isBuilt] = [0, false];
    const built = index.search('number 77').then((found) => {
      isBuilt = true;
      return found;
    });
    while (!isBuilt) {
      await turns(1);
      count += 1;
    }
    expect((await built)?.matches[0]?.id).toBe('company number 77');
    expect(count).toBeGreaterThan(10);
  });
});
