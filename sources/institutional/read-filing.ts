import { newYorkTime } from '../../calendar/new-york-time.js';
import type { Store } from '../../store/open-store.js';
import { CellError } from '../files/cells.js';
import type { ImportContext, ReadFile } from '../files/import-files.js';
import { ImportError } from '../files/import-report.js';
import { countFault, filedOn, filingOf, reportOf, valueNotes } from './filed-report.js';
import type { FilingDocuments } from './filing-files.js';
import { coverIn } from './form-documents.js';
import { storeFilings } from './store-filings.js';
import { filingBeside, notePrice, valueUnit, type FiledPrices } from './value-unit.js';

type ReportContext = Pick<ImportContext, 'source' | 'now'>;

async function filingIn(store: Store, documents: FilingDocuments, context: ReportContext): Promise<ReadFile> {
  const { accession, filed } = documents;
  const cover = coverIn(documents.primary);
  const { positions, refused } = documents.table;
  const place = { accession, filed, source: context.source, today: newYorkTime(context.now.getTime()).day };
  const prices: FiledPrices = new Map();
  for (const position of positions) notePrice(prices, position);
  const { cik, periodDay } = reportOf(cover);
  const stored = (await store.institutionalFilings.allOfManagers([cik])).get(cik) ?? [];
  const unit = valueUnit(filedOn(cover, place).filingDay, prices, filingBeside(stored, { accession, periodDay }));
  const value = positions.reduce((sum, position) => sum + position.value, 0);
  const filing = filingOf(cover, place, unit, { entries: positions.length, refused: refused.length, value });
  const fault = countFault(filing, positions.length + refused.length);
  if (fault !== undefined) throw new CellError(fault);
  return {
    rows: positions.length,
    refused,
    notes: [
      ...(filing.isFilingDayEstimated
        ? [
            "The documents do not have the day of filing: that of signature is taken. The SEC's complete submission has both.",
          ]
        : []),
      ...valueNotes(filing, unit),
    ],
    save(tx) {
      const rows = positions.map((position) => ({ ...position, value: position.value * unit.dollars, accession }));
      return storeFilings(store, tx, [filing], [rows]);
    },
  };
}

/** One filing of form 13F. Throws ImportError if it is not valid. */
export async function readFiling(store: Store, documents: FilingDocuments, context: ReportContext): Promise<ReadFile> {
  try {
    return await filingIn(store, documents, context);
  } catch (fault) {
    if (!(fault instanceof CellError)) throw fault;
    throw new ImportError(`The filing is not valid: ${fault.message}.`, { cause: fault });
  }
}
