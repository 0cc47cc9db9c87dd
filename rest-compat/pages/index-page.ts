import { OPENAPI_PATH, publicPath } from '../endpoints.js';
import { escaped, pageHtml, type Frame } from './layout.js';

/** A part of the API that the index names, as JSON and as a page. */
interface Place {
  readonly href: string;
  /** Name in the head of pages; none if it is only on the index. */
  readonly label?: string;
  readonly what: string;
  /** Whether it is one of the pages for developers, which production leaves out. */
  readonly isForDevelopers?: true;
}

const PLACES: Readonly<Record<string, Place>> = {
  guide: {
    href: '/guide',
    label: 'Guide',
    what: 'Guide: every capability with examples, clients, limits, errors, operation',
  },
  docs: { href: '/docs', label: 'REST', what: 'Interactive reference of the REST API', isForDevelopers: true },
  graphql: { href: '/graphql', label: 'GraphQL', what: 'GraphQL endpoint and explorer' },
  openapi: { href: publicPath({ path: OPENAPI_PATH }), label: 'OpenAPI', what: 'OpenAPI 3.1 document of the REST API' },
  schema: {
    href: '/schema.graphql',
    label: 'Schema',
    what: 'GraphQL schema, with tier, price and bounds of each field',
  },
  client: { href: '/client.tgz', what: 'Typed client for TypeScript, to <code>npm install</code> from this URL' },
  python: { href: '/marketgraph.py', what: 'Client for Python: one file, standard library only' },
  health: { href: '/healthz', what: 'Liveness check' },
};

export interface Served {
  readonly version: string | undefined;
  /** Shown with an example request; only set if demo keys are enabled. */
  readonly demoKey: string | undefined;
  readonly servesPages: boolean;
  readonly hasGuide: boolean;
  readonly hasClient: boolean;
  readonly hasPython: boolean;
  readonly hasSchema: boolean;
}

/** The places that are served, by name. */
export function placesOf({
  servesPages,
  hasGuide,
  hasClient,
  hasPython,
  hasSchema,
}: Served): Readonly<Record<string, Place>> {
  const has: Readonly<Record<string, boolean>> = {
    guide: hasGuide,
    client: hasClient,
    python: hasPython,
    schema: hasSchema,
  };
  const isServed = (name: string, { isForDevelopers }: Place): boolean =>
    (servesPages || isForDevelopers !== true) && has[name] !== false;
  return Object.fromEntries(Object.entries(PLACES).filter(([name, place]) => isServed(name, place)));
}

/** The index as JSON. */
export function indexJson(served: Served): string {
  const links = Object.fromEntries(Object.entries(placesOf(served)).map(([name, { href }]) => [name, href]));
  return JSON.stringify({ name: 'Marketgraph', ...links, version: served.version });
}

function trial({ demoKey, servesPages }: Served): string {
  if (demoKey === undefined) return '<p>Every request needs an API key, in the header <code>X-API-Key</code>.</p>';
  const key = escaped(demoKey);
  const query = encodeURIComponent('{ security(ticker: "AAPL") { name signal { label compositeScore } } }');
  const pages = servesPages
    ? ` It is filled in on the pages for
REST and GraphQL; <a href="/graphql?query=${query}">try a query</a>.`
    : '';
  return `<p>This server is for development: the key <code>${key}</code> works at once.${pages}</p>`;
}

/** The index as HTML. */
export function indexHtml(served: Served, frame: Frame): string {
  const rows = Object.values(placesOf(served)).map(
    ({ href, what }) => `<dt><a href="${href}">${href}</a></dt><dd>${what}</dd>`,
  );
  const content = `<main>
<h1>Marketgraph</h1>
<p>Market signals and research for US equities, over GraphQL and REST: composite signals, seasonality, overnight gaps,
backtests, portfolios and simulations, each number computed by a published method. Changes arrive as streams and
webhooks.</p>
<p class="state">${served.version === undefined ? '' : `Version ${escaped(served.version)}. `}Ready.</p>
<dl>
${rows.join('\n')}
</dl>
${trial(served)}
</main>`;
  return pageHtml({ title: 'Marketgraph', kind: 'index', content }, frame);
}
