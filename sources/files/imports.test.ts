import path from 'node:path';
import { existsSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { VERSION_POLICIES } from '../../store/repositories.js';
import { temporaryFiles } from './fixtures/files.js';
import { importFiles } from './import-files.js';
import { IMPORTS } from './imports.js';

const SAMPLES = IMPORTS.flatMap((each) =>
  each.sample === undefined ? [] : [{ kind: each.kind, each, sample: each.sample }],
);

it('kinds of import are unique', () => {
  expect(new Set(IMPORTS.map(({ kind }) => kind)).size).toBe(IMPORTS.length);
  expect(IMPORTS.length).toBeGreaterThan(2);
});

it('every import has a sample with a refused row, or a test of its own', () => {
  const hasTest = (kind: string): boolean => existsSync(path.join(import.meta.dirname, `import-${kind}.test.ts`));
  const isTested = ({ kind, sample }: (typeof IMPORTS)[number]): boolean =>
    (sample?.refused.length ?? 0) > 0 || hasTest(kind);
  // Minutes are tested with the bars of the same tickers.
  expect(IMPORTS.filter((each) => !isTested(each)).map(({ kind }) => kind)).toEqual(['minutes']);
});

forEachDatabase((_, open) => {
  const rowsOf = async (store: Store): Promise<Readonly<Record<string, number>>> => {
    const counts = Object.keys(VERSION_POLICIES)
      .filter((table) => table !== 'imports')
      .map(async (table) => {
        const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(table)}`.execute(
          store.db,
        );
        return [table, Number(rows[0]?.total)] as const;
      });
    return Object.fromEntries(await Promise.all(counts));
  };

  it.each(SAMPLES)(
    'the sample of $kind is stored once however often it is imported, but for its refused rows',
    async ({ each, sample }) => {
      const store = await open();
      const folder = await temporaryFiles({ [`sample.${each.extensions?.[0] ?? 'csv'}`]: sample.file });
      const unit = each.extensions?.[0] === 'json' ? 'row' : 'line';
      const empty = await rowsOf(store);
      for (let round = 0; round < 2; round += 1) {
        const { files } = await importFiles(store, each, [folder], { strict: false });
        expect(files.flatMap(({ refused }) => refused.map(({ line, reason }) => `${unit} ${line}: ${reason}`))).toEqual(
          sample.refused,
        );
        expect(files.map(({ rows }) => rows)).toEqual([sample.stored]);
        const added = Object.entries(await rowsOf(store)).flatMap(([table, total]) =>
          total === empty[table] ? [] : [total],
        );
        expect(added).toContain(sample.stored);
      }
      await store.close();
    },
  );
});
