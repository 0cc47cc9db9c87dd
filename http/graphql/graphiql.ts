import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type * as GraphiQL from '@graphql-yoga/render-graphiql';
import { PAGE_HEADERS } from '../headers.js';
import { htmlPage, ICON, pageFile, type PageFile } from '../page-files.js';
import { SIGN_IN_STYLE, signInScript } from './graphiql-sign-in.js';

export interface GraphiqlOptions {
  readonly endpoint: string;
  /** Prefilled in the headers editor; only set if demo keys are enabled. */
  readonly demoKey: string | undefined;
}

/** The rendered page. */
interface GraphiqlPage {
  readonly page: PageFile;
  readonly files: readonly PageFile[];
}

/** The operations that the page begins with. */
export const EXAMPLES = `# Press the play button and choose an operation.

# Prices, a signal and a seasonal pattern in one request.
query Example {
  security(ticker: "AAPL") {
    name
    quote { last changePct }
    signal { label compositeScore confidence }
    seasonality { strongest { name mean } }
  }
}

# The current signal, then each change as it happens.
# The play button stops it.
subscription Live {
  signalChanged(tickers: ["AAPL"]) {
    ticker
    name
    signal { label compositeScore }
  }
}

# Remaining requests, and the fields that the key may read; this query does not use the monthly quota.
query Limits {
  rateLimit { limit remaining resetsAt }
  usage { tier requests { used limit remaining } }
  viewer { capabilities { field tier isAllowed units } }
}
`;

/** Only the page's own files; its editors run in workers that their scripts create. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' blob:",
  'worker-src blob:',
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  'font-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Page headers with GraphiQL's own policy. */
const HEADERS = PAGE_HEADERS.map((value, index) =>
  PAGE_HEADERS[index - 1]?.toLowerCase() === 'content-security-policy' ? POLICY : value,
);

/** GraphiQL as a small page and its files. Read and rendered on first use, because it has nine megabytes. */
export function graphiqlPage(options: GraphiqlOptions): () => GraphiqlPage {
  let page: GraphiqlPage | undefined;
  return () => (page ??= renderGraphiqlPage(options));
}

/** Moves what the library writes into the page to files that browsers keep. */
function renderGraphiqlPage({ endpoint, demoKey }: GraphiqlOptions): GraphiqlPage {
  const headers = demoKey === undefined ? '{ "X-API-Key": "" }' : JSON.stringify({ 'X-API-Key': demoKey });
  const { renderGraphiQL } = createRequire(import.meta.url)('@graphql-yoga/render-graphiql') as typeof GraphiQL;
  const whole = renderGraphiQL({
    title: 'Marketgraph GraphiQL',
    endpoint,
    defaultQuery: EXAMPLES,
    headers,
    shouldPersistHeaders: true,
  });
  const files: PageFile[] = [];
  const moved = (name: string, type: string, content: string): string => {
    const file = pageFile(endpoint, name, `${type}; charset=utf-8`, content);
    files.push(file);
    return file.path;
  };
  const icon = moved('icon.svg', 'image/svg+xml', ICON);
  const signIn = moved('sign-in.js', 'text/javascript', signInScript(endpoint));
  const signInStyle = moved('sign-in.css', 'text/css', SIGN_IN_STYLE);
  const html = whole
    .replace(
      /<link rel="icon"[^>]*>/,
      () =>
        `<meta name="viewport" content="width=device-width, initial-scale=1" />\n<link rel="icon" type="image/svg+xml" href="${icon}" />`,
    )
    .replace(
      /<script>([\s\S]*?)<\/script>/g,
      (_tag, script: string) => `<script src="${moved('graphiql.js', 'text/javascript', script)}"></script>`,
    )
    .replace(
      /<style>([\s\S]*?)<\/style>/g,
      (_tag, style: string) => `<link rel="stylesheet" href="${moved('graphiql.css', 'text/css', style)}" />`,
    )
    // Before GraphiQL, so that its requests are sent by the session.
    .replace(
      /<body[^>]*>/,
      (body) => `${body}\n<link rel="stylesheet" href="${signInStyle}" />\n<script src="${signIn}"></script>`,
    );
  return { page: htmlPage(endpoint, html, HEADERS), files };
}

/** Whether a browser requests the page. The page's URL contains the query, so a GET with a query may be a page, too. */
export function wantsPage({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return method === 'GET' && (headers.accept ?? '').startsWith('text/html');
}
