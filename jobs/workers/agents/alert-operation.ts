import type { GraphRead } from './graph-read.js';

/** The values of conditions; the flags say which groups of metrics are read. */
const OPERATION = /* GraphQL */ `
  query AlertValues(
    $tickers: [Ticker!]!
    $bars: Boolean!
    $records: Boolean!
    $earnings: Boolean!
    $microstructure: Boolean!
    $swing: Boolean!
    $day: Boolean!
  ) {
    securitiesByTicker(tickers: $tickers) {
      ticker
      isStale
      quote { last open previousClose changePct volume vwap afterHours session asOf }
      signal {
        label
        compositeScore
        confidence
        scores {
          technical { score }
          momentum { score details { volumeRatio } }
          fundamentals { score }
          microstructure { score }
          optionsFlow { score }
        }
        indicators { rsi sma20 sma50 sma200 macdHistogram }
        microstructure { bias { direction } }
      }
      barColumns(last: 400) @include(if: $bars) { dates opens closes volumes }
      signalHistory(last: 3) @include(if: $records) {
        date
        label
        compositeScore
        factors { technical momentum fundamentals microstructure optionsFlow }
      }
      earningsCalendar @include(if: $earnings) { daysUntilEarnings revenueGrowth epsGrowth }
      microstructure @include(if: $microstructure) {
        vpin
        orderFlowImbalance
        relativeVolume
        bidAskSpreadBasisPoints
        historicalVolatilityPct
        intradayVolatilityPct
        volatilityRegime
      }
      swingSignal @include(if: $swing) { score label }
      daySignal @include(if: $day) { score label }
    }
  }
`;

interface Scored {
  readonly score: number;
}

/** What the operation tells of a security. */
export interface AlertSecurity {
  readonly ticker: string;
  readonly isStale: boolean;
  readonly quote: {
    readonly last: number;
    readonly open: number | null;
    readonly previousClose: number | null;
    readonly changePct: number | null;
    readonly volume: number;
    readonly vwap: number | null;
    readonly afterHours: number | null;
    readonly session: string;
    readonly asOf: string;
  } | null;
  readonly signal: {
    readonly label: string;
    readonly compositeScore: number;
    readonly confidence: number;
    readonly scores: {
      readonly technical: Scored | null;
      readonly momentum: (Scored & { readonly details: { readonly volumeRatio: number | null } }) | null;
      readonly fundamentals: Scored | null;
      readonly microstructure: Scored | null;
      readonly optionsFlow: Scored | null;
    };
    readonly indicators: Readonly<Record<'rsi' | 'sma20' | 'sma50' | 'sma200' | 'macdHistogram', number | null>>;
    readonly microstructure: { readonly bias: { readonly direction: string } | null };
  } | null;
  readonly barColumns?: {
    readonly dates: readonly string[];
    readonly opens: readonly number[];
    readonly closes: readonly number[];
    readonly volumes: readonly number[];
  } | null;
  readonly signalHistory?:
    | readonly {
        readonly date: string;
        readonly label: string;
        readonly compositeScore: number;
        readonly factors: Readonly<
          Record<'technical' | 'momentum' | 'fundamentals' | 'microstructure' | 'optionsFlow', number | null>
        >;
      }[]
    | null;
  readonly earningsCalendar?: Readonly<
    Record<'daysUntilEarnings' | 'revenueGrowth' | 'epsGrowth', number | null>
  > | null;
  readonly microstructure?:
    | (Readonly<
        Record<
          | 'vpin'
          | 'orderFlowImbalance'
          | 'relativeVolume'
          | 'bidAskSpreadBasisPoints'
          | 'historicalVolatilityPct'
          | 'intradayVolatilityPct',
          number | null
        >
      > & { readonly volatilityRegime: string | null })
    | null;
  readonly swingSignal?: { readonly score: number; readonly label: string } | null;
  readonly daySignal?: { readonly score: number; readonly label: string } | null;
}

/** Which parts are read. */
export type AlertParts = Readonly<
  Record<'bars' | 'records' | 'earnings' | 'microstructure' | 'swing' | 'day', boolean>
>;

/** The securities that are stored, by ticker. Throws ApiError where the graph refuses more than missing values. */
export async function readSecurities(
  tickers: readonly string[],
  parts: AlertParts,
  read: GraphRead,
): Promise<ReadonlyMap<string, AlertSecurity>> {
  const data = await read(OPERATION, { tickers, ...parts });
  const { securitiesByTicker: found } = data as {
    readonly securitiesByTicker: readonly (AlertSecurity | null)[] | null;
  };
  return new Map(
    (found ?? []).flatMap((security) => (security === null ? [] : [[security.ticker, security] as const])),
  );
}
