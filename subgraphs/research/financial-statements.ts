import type { RequestContext } from '../../access/request-context.js';
import {
  financialStatements,
  statementCount,
  statementKnownMs,
  statementsKnownBy,
  type StatementPeriod,
  type StatementRow,
  type StatementsInput,
} from '../../engines/financial-statements.js';
import { SIMULATED } from '../../sources/simulated/simulated-rows.js';
import type { FinancialStatement as StoredStatement } from '../../store/financial-statements.js';
import type { Split } from '../../store/series.js';
import { asOfInstant, beforeFirst } from '../as-of.js';
import { fieldLoader, type FieldQuery } from '../field-loader.js';
import { kindNotRead } from '../kind-not-read.js';
import { resultId } from '../result-ids.js';
import type { Services } from '../services.js';
import { notFoundErrors } from '../ticker-not-found.js';
import type { SecurityRef } from '../tickers.js';
import type { Fields } from './generated/resolver-types.js';

interface Params {
  readonly period: StatementPeriod;
  /** Null for now, else epoch milliseconds. */
  readonly instantMs: number | null;
}

interface Stored {
  readonly ticker: string;
  readonly rows: readonly StoredStatement[];
  readonly splits: readonly Split[];
}

/** What the statements are told from, or why there are none at an instant. */
function inputOf({ ticker, rows, splits }: Stored, { period, instantMs }: Params): StatementsInput | Error {
  if (instantMs === null) return { rows, splits, period };
  const known = statementsKnownBy(rows, instantMs);
  const times = rows.flatMap((row) => statementKnownMs(row) ?? []);
  if (known.length === 0 && times.length > 0)
    return beforeFirst(`the first statement of ${ticker} that is stored`, Math.min(...times));
  return { rows: known, splits, period };
}

/** What is read for them: trailing years that end with a fiscal year are that year. */
function wantedBy(queries: readonly { readonly params: Params }[]) {
  const has = (...periods: readonly StatementPeriod[]): boolean =>
    queries.some(({ params }) => periods.includes(params.period));
  const spans: StatementRow['span'][] = [
    ...(has('QUARTER', 'TRAILING_YEAR') ? (['quarter'] as const) : []),
    ...(has('YEAR', 'TRAILING_YEAR') ? (['year'] as const) : []),
  ];
  return { spans, withFirst: queries.some(({ params }) => params.instantMs !== null) };
}

/** One query for all statements, one for all splits. Invented statements are left out beside real prices. */
function statementsReader(services: Services) {
  return async (
    queries: readonly FieldQuery<SecurityRef, Params>[],
    context: RequestContext,
  ): Promise<readonly (StatementsInput | Error)[]> => {
    const tickers = [...new Set(queries.map(({ obj }) => obj.ticker))];
    const { bars, financialStatements: repository, securities } = services.store.reading(context.versions);
    const [histories, stored] = await Promise.all([
      bars.load(tickers),
      repository.byTickers(tickers, wantedBy(queries)),
    ]);
    const withoutBars = tickers.filter((ticker) => !histories.has(ticker));
    const listed = new Set(withoutBars.length === 0 ? [] : (await securities.bySymbols(withoutBars)).keys());
    const notFound = await notFoundErrors(
      services,
      withoutBars.filter((ticker) => !listed.has(ticker)),
      context,
    );
    return queries.map(({ obj: { ticker }, params }) => {
      const history = histories.get(ticker);
      if (history === undefined && !listed.has(ticker)) return notFound(ticker);
      const rows = (stored.get(ticker) ?? []).filter(
        ({ source }) => source !== SIMULATED || history?.source === SIMULATED,
      );
      const unread = rows.length > 0 ? null : kindNotRead(services, 'fundamentals', ticker);
      if (unread !== null) return unread;
      for (const { source } of rows) context.dataSources.add(source);
      if (rows.length > 0 && history !== undefined) context.dataSources.add(history.source);
      return inputOf({ ticker, rows, splits: history?.splits ?? [] }, params);
    });
  };
}

export function createFields(services: Services) {
  const load = fieldLoader(statementsReader(services));
  return {
    Security: {
      async financialStatements(security, args, context) {
        const { period } = args;
        const instantMs = asOfInstant(args, context);
        const input = await load(security, { period, instantMs }, context);
        return {
          id: resultId('financialStatements', security, period, ...(instantMs === null ? [] : [instantMs])),
          period,
          input,
          totalStatements: statementCount(input),
        };
      },
    },
    FinancialStatements: {
      statements: ({ input }, { last }) => financialStatements(input, last),
    },
  } satisfies Fields;
}
