import { addressOf } from '../app/address.js';
import {
  DaySignalSourceDocument,
  DividendsSourceDocument,
  InstitutionalHoldingsSourceDocument,
  InstitutionalManagersSourceDocument,
  LiquiditySourceDocument,
  MarketCalendarSourceDocument,
  MicrostructureSourceDocument,
  ReadthroughBasketSourceDocument,
  SwingSignalSourceDocument,
} from '../generated/documents.js';

/** The address for what was asked: the parameters of an endpoint; null where one is missing. */
type Where = (asked: URLSearchParams) => string | null;

/** A parameter of a page's address, and how the page spells the endpoint's value. */
type Named = string | readonly [name: string, spell: (value: string) => string];

/** An address with those of the parameters that were asked; `names` is by the endpoint's names. */
const page =
  (steps: readonly string[], names: Readonly<Record<string, Named>> = {}): Where =>
  (asked) => {
    const query = new URLSearchParams(
      Object.entries(names).flatMap(([theirs, named]) => {
        const value = asked.get(theirs);
        if (value === null) return [];
        return typeof named === 'string' ? [[named, value]] : [[named[0], named[1](value)]];
      }),
    ).toString();
    return addressOf(...steps) + (query === '' ? '' : `?${query}`);
  };

const security =
  (tab = ''): Where =>
  (asked) => {
    const ticker = asked.get('ticker');
    return ticker === null ? null : addressOf('security', ticker, tab);
  };

/** The company's page; a list where no company was asked for. */
const company =
  (list: string): Where =>
  (asked) => {
    const slug = asked.get('slug');
    return slug === null ? addressOf('private-markets', list) : addressOf('private-markets', 'company', slug);
  };

const explorerLink = (query: string, variables: Readonly<Record<string, string>> = {}): string =>
  `${addressOf('explorer')}#${new URLSearchParams({ query, variables: JSON.stringify(variables) }).toString()}`;

/** The Explorer with an operation that is ready to run, for what no page shows. */
const explorer =
  ({ text }: { readonly text: string }, variable: 'ticker' | 'slug'): Where =>
  (asked) => {
    const value = asked.get(variable);
    return value === null ? null : explorerLink(text, { [variable]: value });
  };

const STRATEGIES: Readonly<Record<string, string>> = { rsi_meanrev: 'RSI_MEAN_REVERSION' };
const strategyOf = (strategy: string): string => STRATEGIES[strategy] ?? strategy.toUpperCase();
/** The window of the calendar that has these days. */
const daysOf = (days: string): string => String([7, 14, 21, 30, 60].find((each) => each >= Number(days)) ?? 60);
/** `30d` is DAYS_30. */
const windowOf = (window: string): string => window.replace(/^(\d+)d$/, 'DAYS_$1').toUpperCase();

/** Pages by the path of an endpoint below `/api/v1`; `:slug` stands for the last step. */
const ENDPOINTS: Readonly<Record<string, Where>> = {
  '/signal': security(),
  '/news': security(),
  '/swing-signal': explorer(SwingSignalSourceDocument, 'ticker'),
  '/day-signal': explorer(DaySignalSourceDocument, 'ticker'),
  '/microstructure': explorer(MicrostructureSourceDocument, 'ticker'),
  '/seasonality': security('patterns'),
  '/gap-stats': security('patterns'),
  '/dca': security('patterns'),
  '/street-grades': security('street'),
  '/earnings-calendar': security('street'),
  '/earnings-setup': security('street'),
  '/promise-ledger': security('company'),
  '/corporate-events': security('street'),
  '/backtest': page(['backtest'], { ticker: 'ticker', strategy: ['strategy', strategyOf], years: 'years' }),
  '/backtest/library': page(['backtest']),
  '/catalysts': page(['calendar'], { days: ['days', daysOf], ticker: 'ticker' }),
  '/engine/model-card': page(['model-card'], { window: ['window', windowOf] }),
  '/portfolio': page(['portfolio']),
  '/portfolio/overlay': page(['portfolio']),
  '/simulate': page(['simulator']),
  '/usage': page(['usage']),
  '/startup-news': page(['private-markets', 'news'], { q: 'search', topic: 'topic', funding: 'funding' }),
  '/private-companies/list': page(['private-markets', 'companies'], { q: 'search' }),
  '/private-companies/marks': page(['private-markets']),
  '/private-companies/secondary-tape': page(['private-markets', 'tape']),
  '/private-companies/stake-map': company('stakes'),
  '/private-companies/ipo-readiness': company('readiness'),
  '/private-companies/liquidity': explorer(LiquiditySourceDocument, 'slug'),
  '/private-companies/:slug': company('companies'),
  '/readthrough-basket': explorer(ReadthroughBasketSourceDocument, 'slug'),
  '/investors/list': page(['private-markets', 'investors'], { q: 'search' }),
  '/investors/fit': page(['private-markets', 'fit'], {
    sector: 'sector',
    stage: 'stage',
    geo: 'geo',
    raising_usd: 'raising_usd',
  }),
  '/investors/:slug': (asked) => addressOf('private-markets', 'investor', asked.get('slug') ?? ''),
};

/** Pages for what only GraphQL has, by its field; the title of the source ends with the ticker or the CIK. */
const FIELDS: Readonly<Record<string, Where>> = {
  securities: page(['screener']),
  market: page([]),
  privateStakes: page(['private-markets', 'stakes']),
  holidays: () => explorerLink(MarketCalendarSourceDocument.text),
  securitiesByTicker: security(),
  barColumns: security(),
  signalHistory: security(),
  sources: security(),
  dividends: explorer(DividendsSourceDocument, 'ticker'),
  earningsCalendar: security('street'),
  financialStatements: security('financials'),
  institutionalHoldings: explorer(InstitutionalHoldingsSourceDocument, 'ticker'),
  institutionalManagers: (asked) =>
    explorerLink(InstitutionalManagersSourceDocument.text, { search: asked.get('cik') ?? '' }),
};

const own = (table: Readonly<Record<string, Where>>, key: string): Where | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Of `Daily prices of BRK.B`, `Forms 13F on AAPL` and `Forms 13F of Berkshire Hathaway Inc, CIK 0001067983`. */
function askedIn(title: string): URLSearchParams {
  const cik = /, CIK (\d{10})$/.exec(title)?.[1];
  if (cik !== undefined) return new URLSearchParams({ cik });
  const ticker = / (?:of|on) ([A-Z][A-Z0-9.-]*)$/.exec(title)?.[1];
  return new URLSearchParams(ticker === undefined ? {} : { ticker });
}

/**
 * Where the reader sees what a source of an answer rests on: a page of the console, the Explorer with the operation,
 * the article itself, or null. `ref` is the path of an endpoint, `/graphql#field`, or an address.
 */
export function sourceLink({ ref, title }: { readonly ref: string; readonly title: string }): string | null {
  if (/^https?:\/\//.test(ref)) return ref;
  const { pathname, searchParams, hash } = new URL(ref, 'http://localhost');
  if (pathname === '/graphql') return own(FIELDS, hash.slice(1))?.(askedIn(title)) ?? null;
  const path = /^\/api\/v1(\/.+)$/.exec(pathname)?.[1];
  if (path === undefined) return null;
  const exact = own(ENDPOINTS, path);
  if (exact !== undefined) return exact(searchParams);
  const [, folder = '', slug = ''] = /^(\/.+\/)([^/]+)$/.exec(path) ?? [];
  return own(ENDPOINTS, `${folder}:slug`)?.(new URLSearchParams([['slug', slug]])) ?? null;
}
