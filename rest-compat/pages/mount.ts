import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Express } from 'express';
import type { HttpContext } from '../../http/context.js';
import { Exchange } from '../../http/exchange.js';
import type { HttpOptions } from '../../http/options.js';
import { htmlPage, ICON, mountFiles, pageFile, sendPage } from '../../http/page-files.js';
import { INDEX_LINKS, indexHtml } from './index-page.js';
import { docsHtml, docsScript, DOCS_STYLE } from './docs-page.js';

export interface PageOptions {
  /** Prefilled on the reference page. */
  readonly demoKey?: string;
  /** Whether the pages for developers are served; true by default. */
  readonly servesPages?: boolean;
}

const require = createRequire(import.meta.url);
const SWAGGER_FOLDER = path.dirname(require.resolve('swagger-ui-dist/package.json'));
const DOCS = '/docs';
const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

/** HTML pages: an index at `/` and the API reference at `/docs`, with all files served from here. */
export function mountPages<C extends HttpContext>(app: Express, options: HttpOptions<C> & PageOptions): void {
  const { demoKey, servesPages = true } = options;
  const { docs, ...others } = INDEX_LINKS;
  const links = servesPages ? { ...others, docs } : others;
  const index = htmlPage('/', indexHtml(links));
  app.get(index.path, (request, response) => {
    if (request.accepts(['json', 'html']) === 'html') return sendPage(options, request, response, index);
    const exchange = new Exchange(options, request, response);
    exchange.run(true, () => exchange.send({ status: 200, body: JSON.stringify(links), cacheControl: 'no-cache' }));
  });
  if (servesPages) mountReference(app, options, demoKey);
}

function mountReference<C extends HttpContext>(app: Express, options: HttpOptions<C>, demoKey: string | undefined): void {
  const swagger = (name: string): Buffer => readFileSync(path.join(SWAGGER_FOLDER, name));
  const contents = [
    ['reference.js', SCRIPT, docsScript(demoKey)], ['reference.css', CSS, DOCS_STYLE], ['icon.svg', 'image/svg+xml', ICON],
    ['swagger-ui.css', CSS, swagger('swagger-ui.css')], ['swagger-ui-bundle.js', SCRIPT, swagger('swagger-ui-bundle.js')],
  ] as const;
  const files = new Map(contents.map(([name, type, content]) => [name, pageFile(DOCS, name, type, content)]));
  const page = htmlPage(DOCS, docsHtml((name) => files.get(name as typeof contents[number][0])?.path ?? ''));
  app.get(DOCS, (request, response) => sendPage(options, request, response, page));
  mountFiles(app, options, DOCS, () => [...files.values()]);
}
