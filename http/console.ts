import type { Express } from 'express';
import { z } from 'zod';
import { BUNDLE, LATE, bundleFiles, bundlePage, readManifest } from './bundle.js';
import type { HttpContext } from './context.js';
import { STRICT_PAGE_HEADERS } from './headers.js';
import type { HttpOptions } from './options.js';
import { htmlPage, mountFiles, sendFile } from './page-files.js';

export const CONSOLE = '/console';
const ASSETS = `${CONSOLE}/assets`;
const WITHOUT_SCRIPTS = `The console needs JavaScript. <a href="/guide">The guide</a> and <a href="/docs">the reference</a> tell how to
use the API without it.`;

/** `preload` are scripts that the first page needs. */
const MANIFEST = BUNDLE.extend({ preload: z.array(z.string()) });

export interface ConsoleOptions {
  /** The folder that the build writes. */
  readonly folder: string;
  /** Written into the page, so that it is signed in; none where demo keys are not valid. */
  readonly demoKeys: readonly string[];
  /** The same for the operator's page; null where it is not valid. */
  readonly demoOperatorKey: string | null;
}

/** The web console: one page for every address below /console, and its files. */
export function mountConsole<C extends HttpContext>(
  app: Express,
  options: HttpOptions<C>,
  { folder, demoKeys, demoOperatorKey }: ConsoleOptions,
): void {
  const manifest = readManifest(folder, MANIFEST);
  const files = bundleFiles(folder, ASSETS, manifest);
  mountFiles(app, options, ASSETS, () => files);
  const metas = [
    ['keys', demoKeys.length === 0 ? null : demoKeys.join(' ')],
    ['operator', demoOperatorKey],
  ] as const;
  const demo = metas
    .map(([name, content]) => (content === null ? '' : `<meta name="marketgraph-demo-${name}" content="${content}">\n`))
    .join('');
  const page = htmlPage(
    CONSOLE,
    bundlePage(ASSETS, manifest, manifest.preload, demo, WITHOUT_SCRIPTS, LATE),
    STRICT_PAGE_HEADERS,
  );
  app.get([CONSOLE, `${CONSOLE}/*path`], (request, response) => sendFile(options, request, response, page));
}
