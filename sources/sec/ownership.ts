import { createHash } from 'node:crypto';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { secFiler } from '../../store/filers.js';
import {
  insiderFiling,
  insiderTransaction,
  type InsiderFilingFields,
  type InsiderTransactionFields,
} from '../../store/insider-filings.js';
import { CellError, parseNumber } from '../files/cells.js';
import { ImportError, type RefusedRow } from '../files/import-report.js';
import { cikNumber } from './facts.js';
import { childrenOf, elementAt, textAt, type XmlElement } from './xml-tree.js';

const ROOT = 'ownershipDocument';
const TABLES = [
  { table: 'nonDerivativeTable', transaction: 'nonDerivativeTransaction', holding: 'nonDerivativeHolding' },
  { table: 'derivativeTable', transaction: 'derivativeTransaction', holding: 'derivativeHolding' },
] as const;
const TRUE = new Set(['1', 'true']);
const ZONED_DATE = /^(\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:\d{2})?$/;
const FINGERPRINT_DIGITS = 24;

export interface OwnershipForm {
  readonly cik: number;
  readonly issuerName: string;
  /** As the form has it; often wrong. */
  readonly symbol: string;
  readonly filing: InsiderFilingFields;
  /** By their place among the form's transactions, from 1. */
  readonly refused: readonly RefusedRow[];
}

/**
 * Form 3, 4 or 5 with the SEC. `accession` is null if it is not known. Transactions after `today` and those that the
 * model rejects are refused. Throws ImportError for another document.
 */
export function readOwnership(root: XmlElement, accession: string | null, today: number): OwnershipForm {
  if (root.name !== ROOT)
    throw new ImportError(`The file is not a form 3, 4 or 5: its root is <${root.name}>, not <${ROOT}>.`);
  const cik = cikNumber.safeParse(textAt(root, 'issuer', 'issuerCik'));
  if (!cik.success) throw new ImportError('The form has no CIK of the issuer.');
  const { transactions, refused } = readTransactions(root, today);
  const content = {
    filer: secFiler(cik.data),
    form: textAt(root, 'documentType'),
    owners: childrenOf(root, 'reportingOwner').map(ownerOf),
    periodDay: dayIn(textAt(root, 'periodOfReport')),
    filingDay: null,
    originalDay: dayIn(textAt(root, 'dateOfOriginalSubmission')),
    transactions,
    holdings: TABLES.flatMap(({ table, holding }) => childrenOf(elementAt(root, table), holding)).length,
    origin: 'form',
  };
  const filing = insiderFiling.safeParse({ ...content, id: accession ?? fingerprint(content) });
  if (!filing.success) throw new ImportError(`The form is not valid: ${filing.error.issues[0]?.message ?? ''}.`);
  return {
    cik: cik.data,
    issuerName: textAt(root, 'issuer', 'issuerName'),
    symbol: textAt(root, 'issuer', 'issuerTradingSymbol'),
    filing: filing.data,
    refused,
  };
}

/** The same for the same content, so that a file that is imported twice is stored once. */
function fingerprint(content: object): string {
  return `form-${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, FINGERPRINT_DIGITS)}`;
}

function dayIn(text: string): number | null {
  return parseIsoDate(ZONED_DATE.exec(text)?.[1] ?? '');
}

function ownerOf(owner: XmlElement): object {
  const id = elementAt(owner, 'reportingOwnerId');
  const cik = cikNumber.safeParse(textAt(id, 'rptOwnerCik'));
  return { cik: cik.success ? cik.data : null, name: textAt(id, 'rptOwnerName'), role: roleOf(owner) };
}

/** `director, Chief Financial Officer`; null if the form does not say. */
function roleOf(owner: XmlElement): string | null {
  const relationship = elementAt(owner, 'reportingOwnerRelationship');
  const is = (name: string): boolean => TRUE.has(textAt(relationship, name).toLowerCase());
  const roles = [
    ...(is('isDirector') ? ['director'] : []),
    ...(is('isOfficer') ? [textAt(relationship, 'officerTitle') || 'officer'] : []),
    ...(is('isTenPercentOwner') ? ['owner of 10 percent'] : []),
    ...(is('isOther') ? [textAt(relationship, 'otherText') || 'other'] : []),
  ];
  return roles.length === 0 ? null : roles.join(', ').replace(/\s+/g, ' ');
}

function readTransactions(
  root: XmlElement,
  today: number,
): { readonly transactions: readonly InsiderTransactionFields[]; readonly refused: readonly RefusedRow[] } {
  const given = TABLES.flatMap(({ table, transaction }) =>
    childrenOf(elementAt(root, table), transaction).map((element) => ({
      element,
      isDerivative: table === 'derivativeTable',
    })),
  );
  const transactions: InsiderTransactionFields[] = [];
  const refused: RefusedRow[] = [];
  for (const [index, { element, isDerivative }] of given.entries()) {
    try {
      transactions.push(transactionOf(element, isDerivative, today));
    } catch (fault) {
      if (!(fault instanceof CellError)) throw fault;
      refused.push({ line: index + 1, reason: fault.message });
    }
  }
  return { transactions, refused };
}

/** Throws CellError. */
function transactionOf(element: XmlElement, isDerivative: boolean, today: number): InsiderTransactionFields {
  const date = textAt(element, 'transactionDate', 'value');
  const day = dayIn(date);
  if (day === null) throw new CellError(date === '' ? 'there is no transaction date' : `date "${date}" does not exist`);
  if (day > today) throw new CellError(`date ${isoDate(day)} is in the future`);
  const amounts = elementAt(element, 'transactionAmounts');
  const direction = textAt(amounts, 'transactionAcquiredDisposedCode', 'value');
  if (direction !== 'A' && direction !== 'D') throw new CellError(`acquired or disposed is "${direction}", not A or D`);
  const price = elementAt(amounts, 'transactionPricePerShare');
  const row = insiderTransaction.safeParse({
    day,
    code: textAt(element, 'transactionCoding', 'transactionCode'),
    security: textAt(element, 'securityTitle', 'value').replace(/\s+/g, ' '),
    isDerivative,
    isAcquired: direction === 'A',
    shares: numberIn(textAt(amounts, 'transactionShares', 'value'), 'shares'),
    // Forms have a price of zero where nothing is paid.
    price: numberIn(textAt(price, 'value'), 'price') || null,
    isPriceInFootnote: textAt(price, 'value') === '' && childrenOf(price, 'footnoteId').length > 0,
    sharesAfter: numberIn(
      textAt(element, 'postTransactionAmounts', 'sharesOwnedFollowingTransaction', 'value'),
      'shares afterwards',
    ),
  });
  if (!row.success) throw new CellError(row.error.issues[0]?.message ?? 'it is not valid');
  return row.data;
}

function numberIn(text: string, label: string): number | null {
  return text === '' ? null : parseNumber(text, label);
}
