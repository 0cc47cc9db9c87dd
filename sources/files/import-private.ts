import type { z } from 'zod';
import type { Store } from '../../store/open-store.js';
import { acquisitionsPlan, companiesPlan, roundsPlan } from '../private/crunchbase-plan.js';
import { ACQUISITIONS, COMPANIES, ROUNDS } from '../private/crunchbase-rows.js';
import { knownCompanies, type KnownCompanies } from '../private/known-companies.js';
import { rosterPlan, type PrivatePlan } from '../private/roster-plan.js';
import { dayInName, DAY_COLUMNS, rosterFormat, valuationOf, type RosterRow } from '../private/roster-rows.js';
import { candidateSlugs } from '../private/roster-slugs.js';
import { plainName } from './columns.js';
import type { FileImport, ImportContext, ReadFile } from './import-files.js';
import { ImportError } from './import-report.js';
import { readHead } from './read-rows.js';
import { columnNames, readRowFile, type RowFormat } from './row-import.js';

type NewestLists = ReadonlyMap<string, number>;
type Plan<Row> = (rows: readonly Row[], known: KnownCompanies, newest: NewestLists, source: string) => PrivatePlan;

/** Days of the newest list that values each company. */
async function newestLists({ privateRounds }: Store, slugs: readonly string[]): Promise<NewestLists> {
  const rounds = await privateRounds.bySlugs([...new Set(slugs)]);
  return new Map(
    [...rounds].flatMap(([slug, all]): [string, number][] => {
      const newest = all.findLast(({ kind }) => kind === 'list');
      return newest === undefined ? [] : [[slug, newest.day]];
    }),
  );
}

/** Reads a file of one format and plans what it stores, by what is stored for its companies. */
async function readWith<Model extends z.ZodObject>(
  format: RowFormat<Model>,
  slugsOf: (rows: readonly z.infer<Model>[]) => readonly string[],
  plan: Plan<z.infer<Model>>,
  [store, file, context]: readonly [Store, string, ImportContext],
  faultOf?: (rows: readonly z.infer<Model>[]) => string | undefined,
): Promise<ReadFile> {
  const { rows, refused } = await readRowFile(format, file, context);
  const fault = faultOf?.(rows);
  if (fault !== undefined) throw new ImportError(fault);
  const slugs = slugsOf(rows);
  const [known, newest] = await Promise.all([knownCompanies(store, slugs), newestLists(store, slugs)]);
  const { companies, rounds, notes } = plan(rows, known, newest, context.source);
  return {
    rows: rows.length,
    refused,
    notes,
    async save(tx) {
      await store.privateCompanies.upsert(tx, companies);
      await store.privateRounds.upsert(tx, rounds);
      return [];
    },
  };
}

const ownSlugs = (rows: readonly { readonly slug: string }[]): readonly string[] => rows.map(({ slug }) => slug);

const UNDATED =
  'The day of the list is not known: give it with --as-of YYYY-MM-DD, in a column "as of", or as a month in the name of ' +
  'the file (list_2021-07.csv).';

const UNVALUED =
  'The file has no valuation in any row, so that it is no list of private companies with their valuations; lists of firms ' +
  'or deals are not read.';

const JSON_START = /^\s*[[{]/;

function unvalued(rows: readonly RosterRow[]): string | undefined {
  return rows.length > 0 && rows.every((row) => valuationOf(row) === null) ? UNVALUED : undefined;
}

/** A list of private companies with valuations, or an export of companies, rounds or acquisitions, by its columns. */
export const IMPORT: FileImport = {
  kind: 'private',
  summary: 'Lists of private companies with valuations; Crunchbase exports of companies, rounds and acquisitions.',
  extensions: ['csv', 'txt', 'json'],
  takesDay: true,
  columns: {
    ...columnNames(ACQUISITIONS),
    ...columnNames(ROUNDS),
    ...columnNames(COMPANIES),
    ...columnNames(rosterFormat(undefined)),
  },
  async read(...args) {
    const [, file, { asOfDay }] = args;
    const head = plainName((await readHead(file)).toString('latin1'));
    if (head.includes('acquirername')) return readWith(ACQUISITIONS, ownSlugs, acquisitionsPlan, args);
    if (head.includes('fundingroundtype'))
      return readWith(ROUNDS, ownSlugs, (rows, known, _newest, source) => roundsPlan(rows, known, source), args);
    if (head.includes('permalink')) return readWith(COMPANIES, ownSlugs, companiesPlan, args);
    if (!JSON_START.test(head) && !head.includes('valuation')) throw new ImportError(UNVALUED);
    const isDated = DAY_COLUMNS.some((name) => head.includes(plainName(name)));
    if (asOfDay === undefined && dayInName(file) === null && !isDated) throw new ImportError(UNDATED);
    return readWith(rosterFormat(asOfDay), candidateSlugs, rosterPlan, args, unvalued);
  },
  sample: {
    file: [
      'Company,Valuation,As Of,Date Joined,City,Country,Industry,Year Founded,Select Investors',
      'Pebble Rockets,$1.5B,2025-06-30,4/7/2021,Austin,United States,Space,2016,"Alder Capital, Birch"',
      'Tarn,Unknown,2025-06-30,1/23/2014,Oslo,Norway,Fintech,2010,',
      'Tarn,$2B,2025-06-30,1/23/2014,Oslo,Norway,Fintech,2010,',
      'Cove,plenty,2025-06-30,1/23/2014,Paris,France,Health,2010,',
      'Quay,$1B,2025-13-30,1/23/2014,Paris,France,Health,2010,',
      '字节,$1B,2025-06-30,1/23/2014,Paris,France,Health,2010,',
    ].join('\n'),
    stored: 2,
    refused: [
      'line 4: Tarn is already on line 3; the first one counts',
      'line 5: valuation "plenty" is not a number',
      'line 6: date "2025-13-30" does not exist (slashed dates are month/day/year)',
      'line 7: company "字节" has no Latin letter or digit for a short name',
    ],
  },
};
