import type { CusipTicker } from '../../store/cusips.js';
import type { InstitutionalIssue } from '../../store/institutional-positions.js';
import type { Security } from '../../store/securities.js';
import { classOfTitle, companyName, isCutOff, namedShares, type CompanyName, type ShareClass } from './issue-names.js';

/** The stored security that a CUSIP is of, and how that is known. */
export interface IssueLink {
  readonly ticker: string;
  readonly matchedBy: 'CUSIP' | 'NAME';
}

export type ListedName = Pick<Security, 'symbol' | 'name' | 'kind'>;

interface NamedShare {
  readonly ticker: string;
  readonly company: CompanyName;
  readonly shareClass: ShareClass;
}

/** Kinds whose names are of companies; funds are named after a trust that has many. */
const COMPANY_KINDS: ReadonlySet<string> = new Set(['equity', 'unknown']);

function pushTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Stored shares by the core of their company's name, and by its first word. */
function nameIndex(securities: readonly ListedName[]) {
  const byCore = new Map<string, NamedShare[]>();
  const byFirstWord = new Map<string, NamedShare[]>();
  for (const { symbol, name, kind } of securities) {
    const named = COMPANY_KINDS.has(kind) ? namedShares(name, symbol) : null;
    if (named === null) continue;
    const share = { ticker: symbol, ...named };
    pushTo(byCore, named.company.core, share);
    pushTo(byFirstWord, named.company.core.split(' ', 1)[0] ?? '', share);
  }
  return { byCore, byFirstWord };
}

const isSameForm = (one: CompanyName, other: CompanyName): boolean =>
  one.legalForm === null || other.legalForm === null || one.legalForm === other.legalForm;

/** The only stored security of an issue's name and class; undefined if there is none, or several. */
function tickerByName(
  { issuer, titleOfClass }: InstitutionalIssue,
  { byCore, byFirstWord }: ReturnType<typeof nameIndex>,
): string | undefined {
  const shareClass = classOfTitle(titleOfClass);
  if (shareClass === null) return undefined;
  const company = companyName(issuer);
  const exact = (byCore.get(company.core) ?? []).filter((share) => isSameForm(company, share.company));
  const first = company.core.split(' ', 1)[0] ?? '';
  const named =
    exact.length > 0 ? exact : (byFirstWord.get(first) ?? []).filter((share) => isCutOff(issuer, share.company));
  const [found, ...others] = named.filter((share) => share.shareClass === shareClass);
  return others.length > 0 ? undefined : found?.ticker;
}

/**
 * Stored securities by CUSIP: those that the operator's list gives, else those of the same name and class. A CUSIP
 * that filings call by the names of two securities has none.
 */
export function issueLinks(
  issues: readonly InstitutionalIssue[],
  cusips: readonly Pick<CusipTicker, 'cusip' | 'ticker'>[],
  securities: readonly ListedName[],
): ReadonlyMap<string, IssueLink> {
  const stored = new Set(securities.map(({ symbol }) => symbol));
  const listed = new Map(cusips.map(({ cusip, ticker }) => [cusip, ticker]));
  const index = nameIndex(securities);
  const named = new Map<string, Set<string>>();
  for (const issue of issues) {
    const ticker = listed.has(issue.cusip) ? undefined : tickerByName(issue, index);
    if (ticker !== undefined) named.set(issue.cusip, (named.get(issue.cusip) ?? new Set()).add(ticker));
  }
  const links = new Map<string, IssueLink>();
  for (const [cusip, ticker] of listed) if (stored.has(ticker)) links.set(cusip, { ticker, matchedBy: 'CUSIP' });
  for (const [cusip, [ticker, ...others]] of named)
    if (ticker !== undefined && others.length === 0) links.set(cusip, { ticker, matchedBy: 'NAME' });
  return links;
}
