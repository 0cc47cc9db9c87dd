import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import { encodeBody, ReusableBody } from '../compression.js';

export interface GraphiqlOptions {
  readonly endpoint: string;
  /** Prefilled in the headers editor; only set if demo keys are enabled. */
  readonly demoKey: string | undefined;
}

/** The rendered page. */
export interface GraphiqlPage {
  readonly body: ReusableBody;
  /** Only allows the page's own scripts. */
  readonly contentSecurityPolicy: string;
}

const EXAMPLES = `# Press the play button and choose an operation.

# Prices, a signal and a seasonal pattern in one request.
query Example {
  security(symbol: "AAPL") {
    name
    quote { current changePct }
    signal { signal compositeScore confidence }
    seasonality { strongest { label avg } }
  }
}

# The current signal, then each change as it happens.
# The play button stops it.
subscription Live {
  signalChanged(tickers: ["AAPL"]) {
    ticker
    signal
    compositeScore
    security { name }
  }
}

# Remaining requests; this query does not use the monthly quota.
query Limits {
  rateLimit { limit remaining resetAt }
  usage { tier requests { used limit remaining } }
}
`;

function policy(html: string): string {
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return [
    "default-src 'none'", `script-src ${scripts.join(' ')} blob:`, 'worker-src blob:', "style-src 'unsafe-inline'", "img-src 'self' data:",
    'font-src data:', "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
  ].join('; ');
}

/** GraphiQL with all assets inlined. Rendered on first use, because it has nine megabytes. */
export function graphiqlPage(options: GraphiqlOptions): () => GraphiqlPage {
  let page: GraphiqlPage | undefined;
  return () => (page ??= renderGraphiqlPage(options));
}

function renderGraphiqlPage({ endpoint, demoKey }: GraphiqlOptions): GraphiqlPage {
  const headers = demoKey === undefined ? '{ "X-API-Key": "" }' : JSON.stringify({ 'X-API-Key': demoKey });
  const html = renderGraphiQL({ title: 'Marketgraph GraphiQL', endpoint, defaultQuery: EXAMPLES, headers, favicon: '/favicon.svg', shouldPersistHeaders: true })
    .replace('<meta charset="utf-8" />', '<meta charset="utf-8" />\n<meta name="viewport" content="width=device-width, initial-scale=1">');
  return { body: new ReusableBody(Buffer.from(html)), contentSecurityPolicy: policy(html) };
}

/** Whether a browser requests the page. The page's URL contains the query, so a GET with a query may be a page, too. */
export function wantsPage({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return method === 'GET' && (headers.accept ?? '').startsWith('text/html');
}

export async function sendPage(request: IncomingMessage, response: ServerResponse, page: GraphiqlPage, headers: readonly string[]): Promise<void> {
  const { bytes, encoding } = await encodeBody(request, page.body);
  response.writeHead(200, [
    ...headers, 'Content-Security-Policy', page.contentSecurityPolicy, 'Content-Type', 'text/html; charset=utf-8', 'Cache-Control', 'no-cache',
    'Vary', 'Accept, Accept-Encoding', 'Content-Length', String(Buffer.byteLength(bytes)), ...(encoding === undefined ? [] : ['Content-Encoding', encoding]),
  ]);
  response.end(bytes);
}
