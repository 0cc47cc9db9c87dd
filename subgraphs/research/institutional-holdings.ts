import type { RequestContext } from '../../access/request-context.js';
import { SIMULATED } from '../../sources/simulated/simulated-rows.js';
import { rowsByKey } from '../../store/rows-by-key.js';
import type { Security } from '../../store/securities.js';
import { fieldLoader, type FieldQuery } from '../field-loader.js';
import type { Services } from '../services.js';
import { notFoundErrors } from '../ticker-not-found.js';
import type { SecurityRef } from '../tickers.js';
import type { Fields } from './generated/resolver-types.js';
import { institutionalLinks } from './institutional-links.js';
import { holdingsLists, type ListQuery } from './institutional-lists.js';
import { holdingsPage } from './institutional-pages.js';
import {
  holdingsList,
  newestPeriod,
  periodDayOf,
  periodsToRead,
  reportsOf,
  spanOf,
  type HoldingsList,
} from './institutional-reports.js';

type Params = Pick<ListQuery, 'periodDay'>;

/** Nobody should take invented reports for reports about a real security. */
const isShown = ({ source }: Security, row: { readonly source: string }): boolean =>
  row.source !== SIMULATED || source === SIMULATED;

/** The lists of stored securities: one query for each table, and one more for the periods. */
async function readLists(
  services: Services,
  queries: readonly ListQuery[],
  securities: ReadonlyMap<string, Security>,
  context: RequestContext,
): Promise<readonly (HoldingsList | undefined)[]> {
  const { institutionalFilings, institutionalPositions } = services.store.reading(context.versions);
  const links = await institutionalLinks(services, context);
  const cusips = [...new Set(queries.flatMap(({ owner }) => links.cusipsOf.get(owner) ?? []))];
  const [stored, newestDay] = await Promise.all([institutionalFilings.periods(), institutionalFilings.newestDay()]);
  const planned = queries.map(({ owner, periodDay }) => {
    const security = securities.get(owner);
    const ownRows = <Row extends { readonly source: string }>(
      rows: ReadonlyMap<string, readonly Row[]>,
    ): readonly Row[] =>
      (links.cusipsOf.get(owner) ?? [])
        .flatMap((cusip) => rows.get(cusip) ?? [])
        .filter((row) => security !== undefined && isShown(security, row));
    const days = stored.filter((row) => security !== undefined && isShown(security, row)).map((row) => row.periodDay);
    return { security, ownRows, periodDay: periodDay ?? newestPeriod(days, newestDay) };
  });
  const periods = periodsToRead(planned.map(({ periodDay }) => periodDay));
  const [positions, filings, splits] = await Promise.all([
    institutionalPositions.ofCusips(cusips, periods),
    institutionalFilings.ofPeriods(periods),
    institutionalPositions.splitsBetween(...spanOf(periods)),
  ]);
  const [byCusip, reports] = [rowsByKey(positions, ({ cusip }) => cusip), reportsOf(filings)];
  return planned.map(({ security, ownRows, periodDay }) =>
    security === undefined
      ? undefined
      : holdingsList({ periodDay, positions: ownRows(byCusip), reports, links, splits }),
  );
}

function holdingsReader(services: Services) {
  return async (
    queries: readonly FieldQuery<SecurityRef, Params>[],
    context: RequestContext,
  ): Promise<readonly (HoldingsList | Error)[]> => {
    const tickers = [...new Set(queries.map(({ obj }) => obj.ticker))];
    const securities = await services.store.reading(context.versions).securities.bySymbols(tickers);
    const unknown = tickers.filter((ticker) => !securities.has(ticker));
    const notFound = await notFoundErrors(services, unknown, context);
    const asked = queries.map(({ obj, params }) => ({ owner: obj.ticker, periodDay: params.periodDay }));
    const lists = await holdingsLists(services, asked, context, (missing) =>
      readLists(services, missing, securities, context),
    );
    return queries.map(({ obj }, index) => lists[index] ?? notFound(obj.ticker));
  };
}

export function createFields(services: Services) {
  const load = fieldLoader(holdingsReader(services));
  return {
    Security: {
      async institutionalHoldings(security, args, context) {
        const list = await load(security, { periodDay: periodDayOf(args.filter?.period) }, context);
        return holdingsPage(list, args, { name: security.ticker, isSecurity: true, batch: security.batch });
      },
    },
  } satisfies Fields;
}
