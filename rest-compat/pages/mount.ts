import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Express, RequestHandler, Response } from 'express';
import { PAGE_HEADERS } from '../../http/headers.js';
import { entityTag, isUnchanged } from '../../http/etag.js';
import { guidePages } from './guide-pages.js';
import { INDEX_LINKS, indexHtml } from './index-page.js';
import { docsHtml, docsScript, DOCS_STYLE } from './docs-page.js';
import { CSS, FOREVER, HTML, REVALIDATED, SVG, type Page } from './page.js';

export interface PageOptions {
  /** Prefilled on the reference page, and named on the index. */
  readonly demoKey?: string;
  /** Version of the API. */
  readonly version?: string;
  readonly isReady?: () => boolean;
  /** Folder of the rendered guide; without it there is no `/guide`. */
  readonly guideFolder?: string;
}

const require = createRequire(import.meta.url);
const SWAGGER_FOLDER = path.dirname(require.resolve('swagger-ui-dist/package.json'));

function own(name: string): Buffer {
  return readFileSync(path.join(import.meta.dirname, name));
}

function versionOf(content: string | Buffer): string {
  return entityTag(content).slice(1, 13);
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

function referencePages(demoKey: string | undefined): readonly Page[] {
  const script = docsScript(demoKey);
  const version = versionOf(`${readFileSync(path.join(SWAGGER_FOLDER, 'package.json'), 'utf8')}${script}${DOCS_STYLE}`);
  return [
    { path: '/docs', type: HTML, content: docsHtml(version), cacheControl: REVALIDATED },
    { path: '/docs/reference.js', type: 'text/javascript; charset=utf-8', content: script, cacheControl: FOREVER },
    { path: '/docs/reference.css', type: CSS, content: DOCS_STYLE, cacheControl: FOREVER },
    asset('swagger-ui.css', 'text/css; charset=utf-8'),
    asset('swagger-ui-bundle.js', 'text/javascript; charset=utf-8'),
  ];
}

/** HTML pages: an index at `/`, the API reference at `/docs` and the guide at `/guide`, with all assets served from here. */
export function mountPages(app: Express, { demoKey, version, isReady, guideFolder }: PageOptions): void {
  const [style, icon] = [own('page.css'), own('icon.svg')];
  const styleVersion = versionOf(style);
  const pages: readonly Page[] = [
    ...referencePages(demoKey),
    ...(guideFolder === undefined ? [] : guidePages(guideFolder, styleVersion)),
    { path: '/page.css', type: CSS, content: style, cacheControl: FOREVER },
    { path: '/favicon.svg', type: SVG, content: icon, cacheControl: REVALIDATED },
    // What browsers ask for beside files that are not pages.
    { path: '/favicon.ico', type: SVG, content: icon, cacheControl: REVALIDATED },
  ];
  for (const page of pages) app.get(page.path, pageHandler(page));
  app.get('/', (request, response) => {
    setPageHeaders(response);
    response.set({ 'Cache-Control': REVALIDATED, Vary: 'Accept' });
    const isStarted = isReady?.() ?? true;
    if (request.accepts(['json', 'html']) === 'html') response.type('html').end(indexHtml({ version, isReady: isStarted, demoKey }, styleVersion));
    else response.json({ ...INDEX_LINKS, version });
  });
}
