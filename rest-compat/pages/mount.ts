import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Express, RequestHandler, Response } from 'express';
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

function setPageHeaders(response: Response): void {
  for (let index = 0; index + 1 < PAGE_HEADERS.length; index += 2) response.setHeader(PAGE_HEADERS[index] ?? '', PAGE_HEADERS[index + 1] ?? '');
}

function pageHandler({ type, content, cacheControl }: Page): RequestHandler {
  const tag = entityTag(content);
  return (request, response) => {
    setPageHeaders(response);
    response.set({ 'Content-Type': type, 'Cache-Control': cacheControl, ETag: tag });
    if (isUnchanged(request.headers['if-none-match'], tag)) response.status(304).end();
    else response.end(content);
  };
}

function asset(name: string, type: string): Page {
  return { path: `/docs/${name}`, type, content: readFileSync(path.join(SWAGGER_FOLDER, name)), cacheControl: FOREVER };
}

/** HTML pages: an index at `/` and the API reference at `/docs`, with all assets served from here. */
export function mountPages(app: Express, { demoKey }: PageOptions): void {
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
  for (const page of pages) app.get(page.path, pageHandler(page));
  const html = indexHtml();
  app.get('/', (request, response) => {
    setPageHeaders(response);
    response.set({ 'Cache-Control': REVALIDATED, Vary: 'Accept' });
    if (request.accepts(['json', 'html']) === 'html') response.type('html').end(html);
    else response.json(INDEX_LINKS);
  });
}
