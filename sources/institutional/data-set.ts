import { existsSync } from 'node:fs';
import path from 'node:path';
import type { InstitutionalPosition, InstitutionalPositionFields } from '../../store/institutional-positions.js';
import { accessionKey } from '../../store/filers.js';
import type { Store } from '../../store/open-store.js';
import { CellError } from '../files/cells.js';
import { ImportError, type RefusedRow } from '../files/import-report.js';
import { tableRows, type Cells } from '../files/table-rows.js';
import { countFault, filedOn, filingOf, reportOf, valueNotes, type NewFiling } from './filed-report.js';
import { positionOf } from './form-cells.js';
import type { FiledCover } from './form-documents.js';
import { filingBeside, notePrice, valueUnit, type FiledPrices } from './value-unit.js';

export const SUBMISSIONS = 'SUBMISSION.tsv';
const COVERS = 'COVERPAGE.tsv';
const SUMMARIES = 'SUMMARYPAGE.tsv';
const ENTRIES = 'INFOTABLE.tsv';

const ROWS_PER_PROGRESS = 10_000;
const ROWS_PER_PIECE = 5_000;

/** A filing of the data set, and what its entries come to so far. */
interface SetFiling {
  readonly line: number;
  readonly filed: string;
  cover: FiledCover;
  read: number;
  entries: number;
  value: number;
  readonly prices: FiledPrices;
}

type Filings = Map<string, SetFiling>;

const NO_COVER = { manager: '', amendment: '', amendmentNumber: '', signed: '', statedEntries: '', statedValue: '' };

async function readFilings(folder: string, refused: RefusedRow[]): Promise<Filings> {
  const refuse = (row: RefusedRow): number => refused.push(row);
  const filings: Filings = new Map();
  const needed = ['accessionnumber', 'filingdate', 'submissiontype', 'cik', 'periodofreport'];
  for await (const { line, cell } of tableRows(folder, SUBMISSIONS, needed, refuse)) {
    const accession = cell('accessionnumber');
    const earlier = filings.get(accession);
    if (!accessionKey.safeParse(accession).success || earlier !== undefined) {
      const fault =
        earlier === undefined
          ? `accession number ${JSON.stringify(accession)} is not 10, 2 and 6 digits`
          : `${accession} is already on line ${earlier.line}; the first one counts`;
      refuse({ line, reason: `${SUBMISSIONS}: ${fault}` });
      continue;
    }
    const own = { cik: cell('cik'), period: cell('periodofreport'), form: cell('submissiontype') };
    const sums = { read: 0, entries: 0, value: 0, prices: new Map<string, number>() };
    filings.set(accession, { line, filed: cell('filingdate'), cover: { ...NO_COVER, ...own }, ...sums });
  }
  await readCovers(folder, filings, refuse);
  return filings;
}

async function readCovers(folder: string, filings: Filings, refuse: (row: RefusedRow) => void): Promise<void> {
  for await (const { cell } of tableRows(folder, COVERS, ['accessionnumber', 'filingmanagername'], refuse)) {
    const filing = filings.get(cell('accessionnumber'));
    if (filing === undefined) continue;
    const amendment = { amendment: cell('amendmenttype'), amendmentNumber: cell('amendmentno') };
    filing.cover = { ...filing.cover, manager: cell('filingmanagername'), ...amendment };
  }
  if (!existsSync(path.join(folder, SUMMARIES))) return;
  for await (const { cell } of tableRows(folder, SUMMARIES, ['accessionnumber'], refuse)) {
    const filing = filings.get(cell('accessionnumber'));
    if (filing === undefined) continue;
    const stated = { statedEntries: cell('tableentrytotal'), statedValue: cell('tablevaluetotal') };
    filing.cover = { ...filing.cover, ...stated };
  }
}

interface EntryRow {
  readonly line: number;
  readonly accession: string;
  /** Place in the filing, from 1. */
  readonly entry: number;
  readonly position: InstitutionalPositionFields | CellError;
}

/** All entries in the order of the file; those of a filing need not follow each other. */
async function* entryRows(folder: string, refuse: (row: RefusedRow) => void): AsyncGenerator<EntryRow> {
  const needed = ['accessionnumber', 'nameofissuer', 'titleofclass', 'cusip', 'value', 'sshprnamt', 'sshprnamttype'];
  const places = new Map<string, number>();
  for await (const { line, cell } of tableRows(folder, ENTRIES, needed, refuse)) {
    const accession = cell('accessionnumber');
    const entry = (places.get(accession) ?? 0) + 1;
    places.set(accession, entry);
    yield { line, accession, entry, position: positionIn(cell) };
  }
}

function positionIn(cell: Cells): InstitutionalPositionFields | CellError {
  try {
    return positionOf({
      issuer: cell('nameofissuer'),
      titleOfClass: cell('titleofclass'),
      cusip: cell('cusip'),
      value: cell('value'),
      amount: cell('sshprnamt'),
      amountType: cell('sshprnamttype'),
      putCall: cell('putcall'),
      discretion: cell('investmentdiscretion'),
      otherManagers: cell('othermanager'),
      votingSole: cell('votingauthsole'),
      votingShared: cell('votingauthshared'),
      votingNone: cell('votingauthnone'),
    });
  } catch (fault) {
    if (fault instanceof CellError) return fault;
    throw fault;
  }
}

async function sumEntries(
  folder: string,
  filings: Filings,
  refused: RefusedRow[],
  onRows: (rows: number, refused: number) => void,
): Promise<void> {
  const refuse = (row: RefusedRow): number => refused.push(row);
  let rows = 0;
  for await (const { line, accession, position } of entryRows(folder, refuse)) {
    const filing = filings.get(accession);
    rows += 1;
    if (rows % ROWS_PER_PROGRESS === 0) onRows(rows, refused.length);
    if (filing !== undefined) filing.read += 1;
    if (filing === undefined) refuse({ line, reason: `${ENTRIES}: ${accession} is not in ${SUBMISSIONS}` });
    else if (position instanceof CellError) refuse({ line, reason: `${ENTRIES}: ${position.message}` });
    else {
      filing.entries += 1;
      filing.value += position.value;
      notePrice(filing.prices, position);
    }
  }
}

interface Place {
  readonly source: string;
  readonly today: number;
}

type FilingStore = Pick<Store, 'institutionalFilings'>;
type FiledBefore = Pick<NewFiling, 'accession' | 'periodDay' | 'filingDay' | 'entries' | 'isUnitCorrected'>;
/** By CIK. */
type FilingsOfManagers = ReadonlyMap<string, readonly FiledBefore[]>;

/** A filing's row and the dollars of one of its unit. Throws CellError. */
function newFiling(accession: string, filing: SetFiling, place: Place, others: FilingsOfManagers) {
  const where = { ...place, accession, filed: filing.filed };
  const { cik, periodDay } = reportOf(filing.cover);
  const other = filingBeside(others.get(cik) ?? [], { accession, periodDay });
  const unit = valueUnit(filedOn(filing.cover, where).filingDay, filing.prices, other);
  const sums = { entries: filing.entries, refused: filing.read - filing.entries, value: filing.value };
  const row = filingOf(filing.cover, where, unit, sums);
  const fault = countFault(row, filing.read);
  if (fault !== undefined) throw new CellError(fault);
  return { row, unit };
}

/** The filings of a data set that can be stored. */
export interface DataSet {
  readonly filings: readonly NewFiling[];
  readonly refused: readonly RefusedRow[];
  readonly notes: readonly string[];
  /** Their entries, read again, in pieces. */
  positions(): AsyncGenerator<readonly InstitutionalPosition[]>;
}

const isAmendment = ({ cover }: SetFiling): boolean => cover.form === '13F-HR/A';

/** Filings with the same manager's amendments after them, which may take their unit from it. */
const amendmentsLast = (filings: Filings): readonly (readonly [string, SetFiling])[] =>
  [...filings].sort(([, one], [, other]) => Number(isAmendment(one)) - Number(isAmendment(other)));

/** The stored filings of managers with an amendment in the data set; one query. */
async function storedBeside(
  { institutionalFilings }: FilingStore,
  filings: Filings,
): Promise<Map<string, FiledBefore[]>> {
  const ciks = [...filings.values()].filter(isAmendment).map(({ cover }) => cover.cik.padStart(10, '0'));
  const stored = await institutionalFilings.allOfManagers([...new Set(ciks)]);
  return new Map(Array.from(stored, ([cik, of]) => [cik, [...of]]));
}

/**
 * One of the SEC's Form 13F data sets: a folder of tables. Entries are read twice and never kept all at once: first to
 * check them, then to store them.
 */
export async function readDataSet(
  store: FilingStore,
  folder: string,
  place: Place,
  onRows: (rows: number, refused: number) => void,
): Promise<DataSet> {
  for (const table of [SUBMISSIONS, COVERS, ENTRIES])
    if (!existsSync(path.join(folder, table)))
      throw new ImportError(`The folder of the data set has no ${table}: unpack it whole.`);
  const refused: RefusedRow[] = [];
  const filings = await readFilings(folder, refused);
  await sumEntries(folder, filings, refused, onRows);
  const known: NewFiling[] = [];
  const dollarsOf = new Map<string, number>();
  const doubtful = new Set<string>();
  const others = await storedBeside(store, filings);
  let notices = 0;
  for (const [accession, filing] of amendmentsLast(filings)) {
    if (filing.cover.form.startsWith('13F-NT')) {
      notices += 1;
      continue;
    }
    try {
      const { row, unit } = newFiling(accession, filing, place, others);
      known.push(row);
      others.set(row.cik, [...(others.get(row.cik) ?? []), row]);
      dollarsOf.set(accession, unit.dollars);
      if (valueNotes(row, unit).length > 0) doubtful.add(accession);
    } catch (fault) {
      if (!(fault instanceof CellError)) throw fault;
      refused.push({ line: filing.line, reason: `${SUBMISSIONS}: ${accession}: ${fault.message}` });
    }
  }
  return {
    filings: known,
    refused,
    notes: [
      ...(notices === 0 ? [] : [`Notices without holdings (13F-NT), which were left out: ${notices}.`]),
      ...(doubtful.size === 0
        ? []
        : [`Filings whose values are in another unit, or do not add up to what they state: ${doubtful.size}.`]),
    ],
    positions: () => positionPieces(folder, dollarsOf),
  };
}

async function* positionPieces(
  folder: string,
  dollarsOf: ReadonlyMap<string, number>,
): AsyncGenerator<readonly InstitutionalPosition[]> {
  let piece: InstitutionalPosition[] = [];
  for await (const { accession, entry, position } of entryRows(folder, () => undefined)) {
    const dollars = dollarsOf.get(accession);
    if (dollars === undefined || position instanceof CellError) continue;
    piece.push({ ...position, value: position.value * dollars, accession, entry });
    if (piece.length < ROWS_PER_PIECE) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}
