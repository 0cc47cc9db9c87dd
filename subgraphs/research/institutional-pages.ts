import { ApiError } from '../../access/errors.js';
import { locate } from '../../access/parameters/faults.js';
import { isoDate } from '../../calendar/days.js';
import type { KindTotals } from '../../engines/institutional-holdings.js';
import { cursorsOf, pageOfList } from '../connections.js';
import type { SecurityInstitutionalHoldingsArgs } from '../generated/types.js';
import { cikOf } from './ciks.js';
import type { HoldingsList } from './institutional-reports.js';
import type { InstitutionalHoldingParent } from './resolver-parents.js';

type PageArgs = Pick<SecurityInstitutionalHoldingsArgs, 'after' | 'filter' | 'orderBy'> & { readonly first: number };

/** All but what is closed. */
const HELD = ['NEW', 'INCREASED', 'DECREASED', 'UNCHANGED'] as const;

const SORTED_BY: Readonly<Record<'VALUE' | 'AMOUNT' | 'CHANGE', (holding: InstitutionalHoldingParent) => number>> = {
  VALUE: ({ value }) => value,
  AMOUNT: ({ amount }) => amount,
  CHANGE: ({ change }) => change?.amount ?? 0,
};

const placeOf = ({ cik, cusip, kind }: InstitutionalHoldingParent): string => `${cik} ${cusip} ${kind}`;

/** The managers of a filter by ten digits each; null for all. Throws `invalid_parameter`. */
function managersIn({ filter }: Pick<PageArgs, 'filter'>): readonly string[] | null {
  return (
    filter?.managers?.map((text, index) => {
      const cik = cikOf(text);
      if (cik !== null) return cik;
      const message = `filter.managers[${index}] is not the number of a manager with the SEC: up to ten digits.`;
      throw new ApiError('invalid_parameter', message, { param: locate('filter', ['managers', index]) });
    }) ?? null
  );
}

function matches(
  { change, kind, cik, link }: InstitutionalHoldingParent,
  { filter }: PageArgs,
  managers: readonly string[] | null,
): boolean {
  const { kinds, changes, tickers } = filter ?? {};
  if (kinds !== null && kinds !== undefined && !kinds.includes(kind)) return false;
  if (managers !== null && !managers.includes(cik)) return false;
  if (tickers !== null && tickers !== undefined && !tickers.includes(link?.ticker ?? '')) return false;
  // Holdings of which no change is known are held, and of no kind of change that is asked for.
  if (change === null) return changes === null || changes === undefined;
  return (changes ?? HELD).includes(change.kind);
}

/** In the order of the arguments. */
function sorted(holdings: readonly InstitutionalHoldingParent[], { orderBy }: PageArgs): InstitutionalHoldingParent[] {
  const valueOf = SORTED_BY[orderBy?.field ?? 'VALUE'];
  const sign = orderBy?.direction === 'ASC' ? 1 : -1;
  return holdings.toSorted(
    (one, other) => sign * (valueOf(one) - valueOf(other)) || (placeOf(one) < placeOf(other) ? -1 : 1),
  );
}

const dated = (day: number | null): string | null => (day === null ? null : isoDate(day));

function totalsOf({ kind, managers, amount, value }: KindTotals, isOfOne: boolean) {
  return { kind, managerCount: managers, shares: isOfOne && kind !== 'PRINCIPAL' ? amount : null, value };
}

/** A page of a list; `owner` is whose list it is: that of one security, or of a manager. */
export function holdingsPage(
  { periodDay, asOfDay, holdings, totals }: HoldingsList,
  args: PageArgs,
  owner: { readonly name: string; readonly isSecurity: boolean; readonly batch: string },
) {
  const { filter, orderBy } = args;
  const managers = managersIn(args);
  const options = JSON.stringify([
    filter?.kinds,
    filter?.changes,
    orderBy?.field,
    orderBy?.direction,
    ...(filter?.tickers || managers ? [filter?.tickers, managers] : []),
  ]);
  const cursors = cursorsOf('institutionalHoldings', owner.name, dated(periodDay), options);
  const rows = sorted(
    holdings.filter((holding) => matches(holding, args, managers)),
    args,
  );
  return {
    ...pageOfList(rows, args, cursors, (row) => ({ ...row, batch: owner.batch })),
    period: dated(periodDay),
    asOf: dated(asOfDay),
    totals: totals.map((each) => totalsOf(each, owner.isSecurity)),
  };
}
