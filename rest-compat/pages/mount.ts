import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Express } from 'express';
import { ARCHIVE } from '../../http/compression.js';
import type { HttpContext } from '../../http/context.js';
import { Exchange } from '../../http/exchange.js';
import type { HttpOptions } from '../../http/options.js';
import { htmlPage, ICON, mountFiles, pageFile, plainFile, sendFile, sendPage, SVG } from '../../http/page-files.js';
import { docsHtml, docsScript, DOCS_STYLE } from './docs-page.js';
import { guidePages, PICTURES, readGuide } from './guide-pages.js';
import { indexHtml, indexJson, placesOf, type Served } from './index-page.js';
import type { Frame } from './layout.js';

export interface PageOptions {
  /** Prefilled on the reference page and named on the index; only set if demo keys are enabled. */
  readonly demoKey?: string;
  /** Version of the API, on the pages and in the OpenAPI document. */
  readonly version?: string;
  /** Folder of the rendered guide; without it there is no `/guide`. */
  readonly guideFolder?: string;
  /** Package of the typed client, served at `/client.tgz`; without it there is no such path. */
  readonly clientPackage?: string;
  /** Client for Python, served at `/marketgraph.py`; without it there is no such path. */
  readonly pythonClient?: string;
  /** The SDL served at `/schema.graphql`, which the index names. */
  readonly publicSdl?: () => string;
  /** Where `/` sends browsers; without it, they get the index. */
  readonly home?: string;
  /** Whether the pages for developers are served; true by default. */
  readonly servesPages?: boolean;
}

const require = createRequire(import.meta.url);
const SWAGGER_FOLDER = path.dirname(require.resolve('swagger-ui-dist/package.json'));
const DOCS = '/docs';
const PAGES = '/pages';
const CSS = 'text/css; charset=utf-8';
const PYTHON = 'text/x-python; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

/**
 * HTML pages: an index at `/`, the guide at `/guide` and the API reference at `/docs`, with all files served from here.
 */
export function mountPages<C extends HttpContext>(app: Express, options: HttpOptions<C> & PageOptions): void {
  const { demoKey, version, guideFolder, clientPackage, pythonClient, publicSdl, home, servesPages = true } = options;
  const guide = readGuide(guideFolder);
  const clients = [
    ['/client.tgz', ARCHIVE, clientPackage],
    ['/marketgraph.py', PYTHON, pythonClient],
  ] as const;
  const isThere = (file: string | undefined): file is string => file !== undefined && existsSync(file);
  const served: Served = {
    version,
    demoKey,
    servesPages,
    hasGuide: guide !== undefined,
    hasClient: isThere(clientPackage),
    hasPython: isThere(pythonClient),
    hasSchema: publicSdl !== undefined,
  };
  const style = pageFile(PAGES, 'page.css', CSS, readFileSync(path.join(import.meta.dirname, 'page.css')));
  const icon = pageFile(PAGES, 'icon.svg', SVG, ICON);
  const places = Object.values(placesOf(served)).flatMap(({ href, label }) =>
    label === undefined ? [] : [[href, label] as const],
  );
  const frame: Frame = { stylesheet: style.path, icon: icon.path, places: [['/', 'Marketgraph'], ...places] };
  mountFiles(app, options, PAGES, () => [style, icon]);
  // What browsers ask for beside files that are not pages.
  const favicon = plainFile('/favicon.ico', SVG, ICON);
  app.get(favicon.path, (request, response) => sendFile(options, request, response, favicon));
  for (const [place, type, file] of clients) {
    if (!isThere(file)) continue;
    const client = plainFile(place, type, readFileSync(file));
    app.get(client.path, (request, response) => sendFile(options, request, response, client));
  }
  const index = htmlPage('/', indexHtml(served, frame));
  app.get(index.path, (request, response) => {
    const exchange = new Exchange(options, request, response);
    if (request.accepts(['json', 'html']) === 'html') {
      if (home === undefined) return sendPage(options, request, response, index);
      const redirect = (): void =>
        exchange.send({
          status: 302,
          body: '',
          cacheControl: 'no-cache',
          headers: ['Location', home, 'Vary', 'Accept'],
        });
      // The console says that the market is still loading; until then, nothing but files is served.
      return options.isReady?.() === false ? exchange.runOfKind('files', redirect) : exchange.run(true, redirect);
    }
    exchange.run(true, () =>
      exchange.send({ status: 200, body: indexJson(served), cacheControl: 'no-cache', headers: ['Vary', 'Accept'] }),
    );
  });
  if (guide !== undefined) {
    // Readers turn many pages; like files, they cost little.
    for (const page of guidePages(guide, frame))
      app.get(page.path, (request, response) => sendFile(options, request, response, page));
    mountFiles(app, options, PICTURES, () => guide.pictures);
  }
  if (servesPages) mountReference(app, options, demoKey);
}

function mountReference<C extends HttpContext>(
  app: Express,
  options: HttpOptions<C>,
  demoKey: string | undefined,
): void {
  const swagger = (name: string): Buffer => readFileSync(path.join(SWAGGER_FOLDER, name));
  const contents = [
    ['reference.js', SCRIPT, docsScript(demoKey)],
    ['reference.css', CSS, DOCS_STYLE],
    ['icon.svg', SVG, ICON],
    ['swagger-ui.css', CSS, swagger('swagger-ui.css')],
    ['swagger-ui-bundle.js', SCRIPT, swagger('swagger-ui-bundle.js')],
  ] as const;
  const files = new Map(contents.map(([name, type, content]) => [name, pageFile(DOCS, name, type, content)]));
  const page = htmlPage(
    DOCS,
    docsHtml((name) => files.get(name as (typeof contents)[number][0])?.path ?? ''),
  );
  app.get(DOCS, (request, response) => sendPage(options, request, response, page));
  mountFiles(app, options, DOCS, () => [...files.values()]);
}
