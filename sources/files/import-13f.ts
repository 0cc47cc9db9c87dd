import path from 'node:path';
import { newYorkTime } from '../../calendar/new-york-time.js';
import type { Store } from '../../store/open-store.js';
import { readDataSet, SUBMISSIONS } from '../institutional/data-set.js';
import { primaryBeside, readFilingFolder, readSubmission } from '../institutional/filing-files.js';
import { readFiling } from '../institutional/read-filing.js';
import { storeFilings } from '../institutional/store-filings.js';
import type { FileImport, ImportContext, ReadFile } from './import-files.js';

const today = ({ now }: Pick<ImportContext, 'now'>): number => newYorkTime(now.getTime()).day;

async function readFolderOfTables(store: Store, folder: string, context: ImportContext): Promise<ReadFile> {
  const place = { source: context.source, today: today(context) };
  const { filings, refused, notes, positions } = await readDataSet(store, folder, place, context.onRows);
  return {
    rows: filings.reduce((sum, { entries }) => sum + entries, 0),
    refused,
    notes,
    save: (tx) => storeFilings(store, tx, filings, positions()),
  };
}

const extensionOf = (file: string): string => path.extname(file).toLowerCase();

async function read(store: Store, file: string, context: ImportContext): Promise<ReadFile> {
  if (extensionOf(file) === '.tsv') return readFolderOfTables(store, path.dirname(file), context);
  const documents = extensionOf(file) === '.txt' ? await readSubmission(file) : await readFilingFolder(file);
  return readFiling(store, documents, context);
}

/** Holdings of institutional managers: single filings, or the SEC's data sets of a quarter. */
export const IMPORT: FileImport = {
  kind: '13f',
  summary:
    "Holdings of institutional managers from forms 13F: complete submissions (.txt), folders with a filing's two XML " +
    "documents, or the SEC's Form 13F data sets (folders of .tsv files).",
  columns: {
    issuer: ['nameOfIssuer'],
    titleOfClass: ['titleOfClass'],
    cusip: ['cusip'],
    value: ['value'],
    amount: ['sshPrnamt'],
    kind: ['sshPrnamtType', 'putCall'],
    discretion: ['investmentDiscretion'],
    otherManagers: ['otherManager'],
    votingSole: ['Sole', 'VOTING_AUTH_SOLE'],
    votingShared: ['Shared', 'VOTING_AUTH_SHARED'],
    votingNone: ['None', 'VOTING_AUTH_NONE'],
  },
  extensions: ['xml', 'txt', 'tsv'],
  mainOf: async (file) =>
    extensionOf(file) === '.tsv'
      ? path.join(path.dirname(file), SUBMISSIONS)
      : extensionOf(file) === '.xml'
        ? primaryBeside(file)
        : file,
  read,
};
