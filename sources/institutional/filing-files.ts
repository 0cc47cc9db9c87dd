import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { accessionInName } from '../files/accession-name.js';
import { ImportError } from '../files/import-report.js';
import { checkSize } from '../files/parsed-file.js';
import { readHead, readText } from '../files/read-rows.js';
import { readXmlTree, type ElementCounter, type XmlElement } from '../sec/xml-tree.js';
import { PRIMARY_ROOT, TABLE_ROOT, TableReader, type InformationTable } from './form-documents.js';

/** The largest managers have tables of tens of thousands of entries, 30 MiB. */
export const MOST_MIB = 128;
/** Characters. */
const PIECE = 64 * 1024;
/** Characters of a submission, in which its header ends. */
const HEADER = 64 * 1024;
const MOST_BLOCKS = 10;
const TREE = { mostElements: 2_000_000, dropsPrefixes: true, roots: [PRIMARY_ROOT, TABLE_ROOT] };
/** Forms C, D, 144 and N-PORT have the same root element in other namespaces. */
const ROOT_TAGS = [
  { root: PRIMARY_ROOT, tag: new RegExp(`<(?:[\\w.-]+:)?${PRIMARY_ROOT}\\s[^<>]*edgar/thirteenffiler`) },
  { root: TABLE_ROOT, tag: new RegExp(`<(?:[\\w.-]+:)?${TABLE_ROOT}[\\s>]`) },
];
const SUBMISSION_START = /^\uFEFF?\s*(?:-----BEGIN|<SEC-DOCUMENT|<SUBMISSION>|<SEC-HEADER)/;
const [BLOCK_START, BLOCK_END] = ['<XML>', '</XML>'];

/** The documents of one filing. */
export interface FilingDocuments {
  readonly accession: string;
  /** Day of filing; empty if the documents do not say. */
  readonly filed: string;
  readonly primary: XmlElement;
  readonly table: InformationTable;
}

/** One document of a filing: its root without the entries of an information table, and these. */
interface FormDocument {
  readonly root: XmlElement;
  readonly table: InformationTable;
}

async function rootOf(file: string): Promise<string | undefined> {
  const head = (await readHead(file)).toString('utf8');
  return ROOT_TAGS.find(({ tag }) => tag.test(head))?.root;
}

async function documentsBeside(file: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const folder = path.dirname(file);
  const names = (await readdir(folder)).filter((name) => name.toLowerCase().endsWith('.xml')).sort();
  const found = new Map<string, readonly string[]>();
  for (const name of names) {
    const other = path.join(folder, name);
    const root = await rootOf(other);
    if (root !== undefined) found.set(root, [...(found.get(root) ?? []), other]);
  }
  return found;
}

/** The primary document in the folder of an information table; the file itself if there is none, or several. */
export async function primaryBeside(file: string): Promise<string> {
  if ((await rootOf(file)) !== TABLE_ROOT) return file;
  const [primary = file, ...others] = (await documentsBeside(file)).get(PRIMARY_ROOT) ?? [];
  return others.length === 0 ? primary : file;
}

/**
 * Reads a document in pieces; of an information table's elements one entry is kept at a time, and of a document that is
 * not of form 13F the root alone. `counter` has the elements of other documents of the same file. Throws ImportError.
 */
export async function readDocument(
  pieces: AsyncIterable<string> | Iterable<string>,
  counter: ElementCounter = { elements: 0 },
): Promise<FormDocument> {
  const table = new TableReader();
  const takes = (child: XmlElement, root: string): boolean => root === TABLE_ROOT && table.take(child);
  return { root: await readXmlTree(pieces, { ...TREE, counter, takes }), table };
}

async function documentOf(file: string): Promise<FormDocument> {
  await checkSize(file, MOST_MIB);
  return readDocument(createReadStream(file, { encoding: 'utf8' }));
}

/** A part of a text in pieces, between which other work runs. */
async function* piecesOf(text: string, start: number, end: number): AsyncGenerator<string> {
  for (let from = start; from < end; from += PIECE) {
    yield text.slice(from, Math.min(from + PIECE, end));
    await setImmediate();
  }
}

const HOW =
  "keep the filing's primary document and its information table in a folder named after the accession number, " +
  "or give the SEC's complete submission, a .txt file";

/** A filing whose documents are in one folder. */
export async function readFilingFolder(file: string): Promise<FilingDocuments> {
  const root = await rootOf(file);
  if (root === undefined) throw new ImportError(`The file is not a document of form 13F: ${HOW}.`);
  const beside = await documentsBeside(file);
  const [primary, ...primaries] = beside.get(PRIMARY_ROOT) ?? [];
  const [table, ...tables] = beside.get(TABLE_ROOT) ?? [];
  if (primary === undefined)
    throw new ImportError(`An information table alone names neither its manager nor its period: ${HOW}.`);
  if (table === undefined) throw new ImportError(`The folder has no information table: ${HOW}.`);
  if (primaries.length + tables.length > 0)
    throw new ImportError(`The folder has documents of several filings, or a document twice: ${HOW}.`);
  const accession = accessionInName(primary);
  if (accession === null) throw new ImportError(`The accession number of the filing is not known: ${HOW}.`);
  const { root: tableRoot, table: entries } = await documentOf(table);
  if (tableRoot.name !== TABLE_ROOT)
    throw new ImportError(
      `The file is not an information table: its root is <${tableRoot.name}>, not <${TABLE_ROOT}>.`,
    );
  return { accession, filed: '', primary: (await documentOf(primary)).root, table: entries };
}

/** A complete submission as the SEC has it: a header, and all documents. */
export async function readSubmission(file: string): Promise<FilingDocuments> {
  await checkSize(file, MOST_MIB);
  if (!SUBMISSION_START.test((await readHead(file)).toString('utf8')))
    throw new ImportError(`The file is not a complete submission of the SEC: ${HOW}.`);
  return documentsIn(await readText(file), accessionInName(file));
}

/** Where the XML documents of a submission start and end in its text. */
function* blocksIn(text: string): Generator<readonly [start: number, end: number]> {
  for (let end = 0; ; end += BLOCK_END.length) {
    const tag = text.indexOf(BLOCK_START, end);
    if (tag === -1) return;
    const start = tag + BLOCK_START.length;
    end = text.indexOf(BLOCK_END, start);
    if (end === -1) return;
    yield [start, end];
  }
}

/**
 * The documents in the text of a complete submission, whose header is in its first 64 KiB; `named` is its accession
 * number if the header has none. Throws ImportError.
 */
export async function documentsIn(text: string, named: string | null): Promise<FilingDocuments> {
  const header = text.slice(0, HEADER);
  const [, accession = named] = /^[ \t]*ACCESSION NUMBER:[ \t]*(\d{10}-\d{2}-\d{6})/m.exec(header) ?? [];
  const [, filed = ''] = /^[ \t]*FILED AS OF DATE:[ \t]*(\d{8})/m.exec(header) ?? [];
  if (accession === null) throw new ImportError('The submission has no accession number.');
  const counter: ElementCounter = { elements: 0 };
  let blocks = 0;
  let primary: XmlElement | undefined;
  let table: InformationTable | undefined;
  for (const [start, end] of blocksIn(text)) {
    blocks += 1;
    if (blocks > MOST_BLOCKS) throw new ImportError(`The submission has more than ${MOST_BLOCKS} documents in XML.`);
    const read = await readDocument(piecesOf(text, start, end), counter);
    if (read.root.name === PRIMARY_ROOT) primary ??= read.root;
    if (read.root.name === TABLE_ROOT) table ??= read.table;
  }
  if (primary === undefined || table === undefined)
    throw new ImportError(
      'The submission has no form 13F in XML with an information table, as filings since 2013 have.',
    );
  return { accession, filed, primary, table };
}
