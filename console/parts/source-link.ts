import { addressOf } from '../app/address.js';

/** Pages that show what an endpoint answers; the part of a security's page by the endpoint. */
const TABS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    signal: '',
    news: '',
    'swing-signal': '',
    'day-signal': '',
    microstructure: '',
    seasonality: 'patterns',
    'gap-stats': 'patterns',
    dca: 'patterns',
    'street-grades': 'street',
    'earnings-calendar': 'street',
    'earnings-setup': 'street',
    'corporate-events': 'street',
  }),
);
const PAGES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    catalysts: ['calendar'],
    'private-marks': ['private-markets'],
    'secondary-tape': ['private-markets', 'tape'],
    'private-stakes': ['private-markets', 'stakes'],
    'ipo-readiness': ['private-markets', 'readiness'],
    investors: ['private-markets', 'investors'],
    portfolio: ['portfolio'],
    'portfolio-overlay': ['portfolio'],
    simulate: ['simulator'],
    'engine/model-card': ['model-card'],
  }),
);

/** Pages for what only GraphQL has, by its field. */
const FIELDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({ securities: ['screener'], market: [], privateStakes: ['private-markets', 'stakes'] }),
);

/**
 * Where the reader sees what a source of an answer rests on: a page of the console, the article itself, or null where
 * no page shows it. `ref` is the path of an endpoint, `/graphql#field`, or an address.
 */
export function sourceLink(ref: string): string | null {
  if (/^https?:\/\//.test(ref)) return ref;
  const parsed = new URL(ref, 'http://localhost');
  const field = FIELDS.get(parsed.hash.slice(1));
  if (parsed.pathname === '/graphql') return field === undefined ? null : addressOf(...field);
  const endpoint = /^\/api\/v1\/(.+)$/.exec(parsed.pathname)?.[1];
  if (endpoint === undefined) return null;
  const ticker = parsed.searchParams.get('ticker');
  if (endpoint === 'backtest' && ticker !== null)
    return `${addressOf('backtest')}?ticker=${encodeURIComponent(ticker)}`;
  const tab = TABS.get(endpoint);
  if (tab !== undefined && ticker !== null) return addressOf('security', ticker, tab);
  const slug = parsed.searchParams.get('slug') ?? parsed.searchParams.get('company');
  if (endpoint.startsWith('private') && slug !== null) return addressOf('private-markets', 'company', slug);
  const page = PAGES.get(endpoint);
  return page === undefined ? null : addressOf(...page);
}
