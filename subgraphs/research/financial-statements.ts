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
import type { FinancialStatement as StoredStatement } from '../../store/financial-statements.js';
import type { Split } from '../../store/series.js';
import { asOfInstant, beforeFirst } from '../as-of.js';
import { fieldLoader, type FieldQuery } from '../field-loader.js';
import { resultId } from '../result-ids.js';
import type { Services } from '../services.js';
import type { SecurityRef } from '../tickers.js';
import type { Fields } from './generated/resolver-types.js';
import { reportedRows } from './reported-rows.js';

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

function statementsReader(services: Services) {
  return async (
    queries: readonly FieldQuery<SecurityRef, Params>[],
    context: RequestContext,
  ): Promise<readonly (StatementsInput | Error)[]> => {
    const tickers = [...new Set(queries.map(({ obj }) => obj.ticker))];
    const wanted = wantedBy(queries);
    const reported = await reportedRows(
      services,
      tickers,
      ({ financialStatements: stored }) => stored.byTickers(tickers, wanted),
      context,
    );
    return queries.map(({ obj: { ticker }, params }) => {
      const own = reported(ticker);
      return own instanceof Error ? own : inputOf({ ticker, ...own }, params);
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
