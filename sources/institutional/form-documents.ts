import { CellError } from '../files/cells.js';
import { ImportError, type RefusedRow } from '../files/import-report.js';
import { elementAt, textAt, type XmlElement } from '../sec/xml-tree.js';
import type { InstitutionalPositionFields } from '../../store/institutional-positions.js';
import { positionOf, type FiledEntry } from './form-cells.js';

export const PRIMARY_ROOT = 'edgarSubmission';
export const TABLE_ROOT = 'informationTable';
const ENTRY = 'infoTable';

/** What a filing says about itself, in the words of its file; empty where it says nothing. */
export interface FiledCover {
  readonly cik: string;
  readonly manager: string;
  readonly period: string;
  readonly form: string;
  readonly amendment: string;
  readonly amendmentNumber: string;
  readonly signed: string;
  readonly statedEntries: string;
  readonly statedValue: string;
}

/** The cover and summary of a primary document. Throws ImportError for another document. */
export function coverIn(root: XmlElement): FiledCover {
  if (root.name !== PRIMARY_ROOT)
    throw new ImportError(`The file is not a form 13F: its root is <${root.name}>, not <${PRIMARY_ROOT}>.`);
  const [header, form] = [elementAt(root, 'headerData'), elementAt(root, 'formData')];
  const [cover, summary] = [elementAt(form, 'coverPage'), elementAt(form, 'summaryPage')];
  return {
    cik: textAt(header, 'filerInfo', 'filer', 'credentials', 'cik'),
    manager: textAt(cover, 'filingManager', 'name'),
    period: textAt(header, 'filerInfo', 'periodOfReport') || textAt(cover, 'reportCalendarOrQuarter'),
    form: textAt(header, 'submissionType'),
    amendment: textAt(cover, 'amendmentInfo', 'amendmentType'),
    amendmentNumber: textAt(cover, 'amendmentNo'),
    signed: textAt(form, 'signatureBlock', 'signatureDate'),
    statedEntries: textAt(summary, 'tableEntryTotal'),
    statedValue: textAt(summary, 'tableValueTotal'),
  };
}

function entryOf(element: XmlElement): FiledEntry {
  const amount = elementAt(element, 'shrsOrPrnAmt');
  const voting = elementAt(element, 'votingAuthority');
  return {
    issuer: textAt(element, 'nameOfIssuer'),
    titleOfClass: textAt(element, 'titleOfClass'),
    cusip: textAt(element, 'cusip'),
    value: textAt(element, 'value'),
    amount: textAt(amount, 'sshPrnamt'),
    amountType: textAt(amount, 'sshPrnamtType'),
    putCall: textAt(element, 'putCall'),
    discretion: textAt(element, 'investmentDiscretion'),
    otherManagers: textAt(element, 'otherManager'),
    votingSole: textAt(voting, 'Sole'),
    votingShared: textAt(voting, 'Shared'),
    votingNone: textAt(voting, 'None'),
  };
}

export interface InformationTable {
  /** Entries with their place in the table, from 1, their values as filed. */
  readonly positions: readonly (InstitutionalPositionFields & { readonly entry: number })[];
  readonly refused: readonly RefusedRow[];
}

/** Reads the entries of an information table one by one, so that the elements of a large one are never kept at once. */
export class TableReader implements InformationTable {
  readonly positions: (InstitutionalPositionFields & { readonly entry: number })[] = [];
  readonly refused: RefusedRow[] = [];
  #entries = 0;

  /** Takes an entry; false for an element that is none. */
  take(element: XmlElement): boolean {
    if (element.name !== ENTRY) return false;
    this.#entries += 1;
    try {
      this.positions.push({ ...positionOf(entryOf(element)), entry: this.#entries });
    } catch (fault) {
      if (!(fault instanceof CellError)) throw fault;
      this.refused.push({ line: this.#entries, reason: fault.message });
    }
    return true;
  }
}
