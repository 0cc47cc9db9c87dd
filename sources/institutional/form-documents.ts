import { CellError } from '../files/cells.js';
import { ImportError, type RefusedRow } from '../files/import-report.js';
import { childrenOf, elementAt, textAt, type XmlElement } from '../sec/xml-tree.js';
import type { InstitutionalPositionFields } from '../../store/institutional-positions.js';
import { positionOf, type FiledEntry } from './form-cells.js';

export const PRIMARY_ROOT = 'edgarSubmission';
export const TABLE_ROOT = 'informationTable';

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

/** The entries of an information table. Throws ImportError for another document. */
export function tableIn(root: XmlElement): InformationTable {
  if (root.name !== TABLE_ROOT)
    throw new ImportError(`The file is not an information table: its root is <${root.name}>, not <${TABLE_ROOT}>.`);
  const positions: (InstitutionalPositionFields & { readonly entry: number })[] = [];
  const refused: RefusedRow[] = [];
  for (const [index, element] of childrenOf(root, 'infoTable').entries()) {
    try {
      positions.push({ ...positionOf(entryOf(element)), entry: index + 1 });
    } catch (fault) {
      if (!(fault instanceof CellError)) throw fault;
      refused.push({ line: index + 1, reason: fault.message });
    }
  }
  return { positions, refused };
}
