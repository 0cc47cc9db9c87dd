import path from 'node:path';
import { newYorkTime } from '../../calendar/new-york-time.js';
import type { Store } from '../../store/open-store.js';
import { readDataSet, SUBMISSIONS } from '../institutional/data-set.js';
import { countFault, filedOn, filingOf, valueNotes } from '../institutional/filed-report.js';
import { primaryBeside, readFilingFolder, readSubmission, type FilingDocuments } from '../institutional/filing-files.js';
import { coverIn, tableIn } from '../institutional/form-documents.js';
import { storeFilings } from '../institutional/store-filings.js';
import { notePrice, valueUnit, type FiledPrices } from '../institutional/value-unit.js';
import { CellError } from './cells.js';
import type { FileImport, ImportContext, ReadFile } from './import-files.js';
import { ImportError } from './import-report.js';

const today = ({ now }: Pick<ImportContext, 'now'>): number => newYorkTime(now.getTime()).day;

/** One filing. Throws ImportError. */
function readFiling(store: Store, documents: FilingDocuments, context: ImportContext): ReadFile {
  const { accession, filed } = documents;
  const cover = coverIn(documents.primary);
  const { positions, refused } = tableIn(documents.table);
  const place = { accession, filed, source: context.source, today: today(context) };
  const prices: FiledPrices = new Map();
  for (const position of positions) notePrice(prices, position);
  const unit = valueUnit(filedOn(cover, place).filingDay, prices);
  const value = positions.reduce((sum, position) => sum + position.value, 0);
  const filing = filingOf(cover, place, unit, { entries: positions.length, refused: refused.length, value });
  const fault = countFault(filing, positions.length + refused.length);
  if (fault !== undefined) throw new CellError(fault);
  return {
    rows: positions.length,
    refused,
    notes: [
      ...(filing.isFilingDayEstimated
        ? ["The documents do not have the day of filing: that of signature is taken. The SEC's complete submission has both."]
        : []),
      ...valueNotes(filing, unit),
    ],
    async save(tx) {
      const rows = positions.map((position) => ({ ...position, value: position.value * unit.dollars, accession }));
      await storeFilings(store, tx, [filing], [rows]);
      return [];
    },
  };
}

async function readFolderOfTables(store: Store, folder: string, context: ImportContext): Promise<ReadFile> {
  const place = { source: context.source, today: today(context) };
  const { filings, refused, notes, positions } = await readDataSet(folder, place, context.onRows);
  return {
    rows: filings.reduce((sum, { entries }) => sum + entries, 0),
    refused,
    notes,
    async save(tx) {
      await storeFilings(store, tx, filings, positions());
      return [];
    },
  };
}

const extensionOf = (file: string): string => path.extname(file).toLowerCase();

async function read(store: Store, file: string, context: ImportContext): Promise<ReadFile> {
  if (extensionOf(file) === '.tsv') return readFolderOfTables(store, path.dirname(file), context);
  const documents = extensionOf(file) === '.txt' ? await readSubmission(file) : await readFilingFolder(file);
  try {
    return readFiling(store, documents, context);
  } catch (fault) {
    if (!(fault instanceof CellError)) throw fault;
    throw new ImportError(`The filing is not valid: ${fault.message}.`, { cause: fault });
  }
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
