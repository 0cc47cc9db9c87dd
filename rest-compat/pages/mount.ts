import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Express, Request, RequestHandler, Response } from 'express';
import { ReusableBody } from '../../http/compression.js';
import type { HttpContext } from '../../http/context.js';
import { Exchange, type Answer } from '../../http/exchange.js';
import type { HttpOptions } from '../../http/options.js';
import { PAGE_HEADERS } from '../../http/headers.js';
import { entityTag, isUnchanged } from '../../http/etag.js';
import { INDEX_LINKS, indexHtml } from './index-page.js';
import { docsHtml, docsScript, DOCS_STYLE } from './docs-page.js';

export interface PageOptions {
  /** Prefilled on the reference page. */
  readonly demoKey?: string;
}

/** Assets are immutable because their URL contains a version. */
const FOREVER = 'public, max-age=31536000, immutable';
const REVALIDATED = 'no-cache';

const require = createRequire(import.meta.url);
const SWAGGER_FOLDER = path.dirname(require.resolve('swagger-ui-dist/package.json'));

interface Page {
  readonly path: string;
  readonly type: string;
  readonly content: string | Buffer;
  readonly cacheControl: string;
}

type Send = (request: Request, response: Response, answer: Answer) => void;

function pageHandler({ type, content, cacheControl }: Page, send: Send): RequestHandler {
  const tag = entityTag(content);
  const body = new ReusableBody(content);
  return (request, response) => {
    const isKnown = isUnchanged(request.headers['if-none-match'], tag);
    const answer = { contentType: type, cacheControl, headers: ['ETag', tag], fixed: PAGE_HEADERS };
    send(request, response, { ...answer, ...(isKnown ? { status: 304, body: '' } : { status: 200, body }) });
  };
}

function asset(name: string, type: string): Page {
  return { path: `/docs/${name}`, type, content: readFileSync(path.join(SWAGGER_FOLDER, name)), cacheControl: FOREVER };
}

/** HTML pages: an index at `/` and the API reference at `/docs`, with all assets served from here. */
export function mountPages<Context extends HttpContext>(app: Express, options: PageOptions & HttpOptions<Context>): void {
  const { demoKey } = options;
  const send: Send = (request, response, answer) => new Exchange(options, request, response).page(answer);
  const script = docsScript(demoKey);
  const version = entityTag(`${readFileSync(path.join(SWAGGER_FOLDER, 'package.json'), 'utf8')}${script}${DOCS_STYLE}`).slice(1, 13);
  const pages: readonly Page[] = [
    { path: '/docs', type: 'text/html; charset=utf-8', content: docsHtml(version), cacheControl: REVALIDATED },
    { path: '/docs/reference.js', type: 'text/javascript; charset=utf-8', content: script, cacheControl: FOREVER },
    { path: '/docs/reference.css', type: 'text/css; charset=utf-8', content: DOCS_STYLE, cacheControl: FOREVER },
    asset('swagger-ui.css', 'text/css; charset=utf-8'),
    asset('swagger-ui-bundle.js', 'text/javascript; charset=utf-8'),
    asset('favicon-32x32.png', 'image/png'),
  ];
  for (const page of pages) app.get(page.path, pageHandler(page, send));
  const html = indexHtml();
  const links = JSON.stringify(INDEX_LINKS);
  app.get('/', (request, response) => {
    const isHtml = request.accepts(['json', 'html']) === 'html';
    const answer = { status: 200, cacheControl: REVALIDATED, headers: ['Vary', 'Accept'], fixed: PAGE_HEADERS };
    send(request, response, isHtml ? { ...answer, body: html, contentType: 'text/html; charset=utf-8' } : { ...answer, body: links });
  });
}
