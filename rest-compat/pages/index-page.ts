import { publicPath, OPENAPI_PATH } from '../endpoints.js';
import { escaped, pageHtml } from './layout.js';

/** Links to the parts of the API; served as JSON and as a page. */
export const INDEX_LINKS = {
  name: 'Marketgraph',
  guide: '/guide',
  docs: '/docs',
  graphql: '/graphql',
  openapi: publicPath({ path: OPENAPI_PATH }),
  schema: '/schema.graphql',
  health: '/healthz',
} as const;

const WORDS: Readonly<Record<Exclude<keyof typeof INDEX_LINKS, 'name'>, string>> = {
  guide: 'Guide: every capability with examples, clients, limits, errors, operation',
  docs: 'Interactive reference of the REST API',
  graphql: 'GraphQL endpoint and explorer',
  openapi: 'OpenAPI 3.1 document of the REST API',
  schema: 'GraphQL schema, with tier, price and bounds of each field',
  health: 'Liveness check',
};

export interface IndexState {
  readonly version: string | undefined;
  readonly isReady: boolean;
  /** Shown with an example request; only set if demo keys are enabled. */
  readonly demoKey: string | undefined;
}

function trial(demoKey: string | undefined): string {
  if (demoKey === undefined) return '<p>Every request needs an API key, in the header <code>X-API-Key</code>.</p>';
  const key = escaped(demoKey);
  const query = encodeURIComponent('{ security(symbol: "AAPL") { name signal { signal compositeScore } } }');
  return `<p>This server is for development: the key <code>${key}</code> works at once. It is filled in on the pages for
REST and GraphQL; <a href="/graphql?query=${query}">try a query</a>.</p>`;
}

/** The index as HTML; `style` is the version of the stylesheet. */
export function indexHtml({ version, isReady, demoKey }: IndexState, style: string): string {
  const rows = Object.entries(WORDS).map(([name, what]) => {
    const href = INDEX_LINKS[name as keyof typeof WORDS];
    return `<dt><a href="${href}">${href}</a></dt><dd>${what}</dd>`;
  });
  const content = `<main>
<h1>${INDEX_LINKS.name}</h1>
<p>Market signals and research for US equities, over GraphQL and REST: composite signals, seasonality, overnight gaps,
backtests, portfolios and simulations, each number computed by a published method. Changes arrive as streams and
webhooks.</p>
<p class="state">${version === undefined ? '' : `Version ${escaped(version)}. `}${isReady ? 'Ready.' : 'Starting: the data is being loaded.'}</p>
<dl>
${rows.join('\n')}
</dl>
${trial(demoKey)}
</main>`;
  return pageHtml({ title: INDEX_LINKS.name, kind: 'index', content, version: style });
}
