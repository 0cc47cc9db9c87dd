import type { RequestContext } from '../../access/request-context.js';
import { issueLinks, type IssueLink } from '../../sources/institutional/issue-links.js';
import { noteVersion, UNVERSIONED } from '../../store/table-versions.js';
import type { Services } from '../services.js';

/** Securities by CUSIP, and the other way round. */
export interface InstitutionalLinks {
  readonly byCusip: ReadonlyMap<string, IssueLink>;
  readonly cusipsOf: ReadonlyMap<string, readonly string[]>;
}

const TABLES = ['cusips', 'institutional_issues', 'securities'] as const;
const MOST_SECURITIES = 1_000_000;

function invert(byCusip: ReadonlyMap<string, IssueLink>): ReadonlyMap<string, readonly string[]> {
  const cusipsOf = new Map<string, string[]>();
  for (const [cusip, { ticker }] of byCusip) {
    const known = cusipsOf.get(ticker);
    if (known === undefined) cusipsOf.set(ticker, [cusip]);
    else known.push(cusip);
  }
  return cusipsOf;
}

/** The links of all stored CUSIPs, from memory until a name, a CUSIP or a security changes. */
export async function institutionalLinks(
  { store, results }: Pick<Services, 'store' | 'results'>,
  { versions }: Pick<RequestContext, 'versions'>,
): Promise<InstitutionalLinks> {
  const current = TABLES.map((table) => store.versionOf(table));
  for (const [index, table] of TABLES.entries()) noteVersion(versions, table, current[index] ?? UNVERSIONED);
  const key = current.includes(undefined) ? undefined : ['institutionalLinks', ...current].join('\u0000');
  const known = key === undefined ? undefined : results.find(key);
  if (known !== undefined) return known as InstitutionalLinks;
  const { cusips, institutionalPositions, securities } = store.reading(versions);
  const [issues, listed, stored] = await Promise.all([
    institutionalPositions.issues(),
    cusips.all(),
    securities.list({ limit: MOST_SECURITIES }),
  ]);
  const compute = (): InstitutionalLinks => {
    const byCusip = issueLinks(issues, listed, stored.securities);
    return { byCusip, cusipsOf: invert(byCusip) };
  };
  return key === undefined ? compute() : results.renew(key, compute);
}
