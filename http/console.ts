import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Express } from 'express';
import { z } from 'zod';
import { ReusableBody } from './compression.js';
import type { HttpContext } from './context.js';
import { STRICT_PAGE_HEADERS } from './headers.js';
import type { HttpOptions } from './options.js';
import { htmlPage, mountFiles, sendFile, storedFile, type PageFile } from './page-files.js';

export const CONSOLE = '/console';
const ASSETS = `${CONSOLE}/assets`;

/** As the build writes it: names that contain the hash of the content. */
const MANIFEST = z.object({
  script: z.string(),
  style: z.string(),
  /** Scripts that the first page needs. */
  preload: z.array(z.string()),
  files: z.array(z.object({ name: z.string(), type: z.string() })),
});
type Manifest = z.infer<typeof MANIFEST>;

export interface ConsoleOptions {
  /** The folder that the build writes. */
  readonly folder: string;
  /** Written into the page, so that it is signed in; none where demo keys are not valid. */
  readonly demoKeys: readonly string[];
}

/** Whether the build has written the console. */
export function hasConsole(folder: string): boolean {
  return existsSync(path.join(folder, 'manifest.json'));
}

function pageHtml({ script, style, preload }: Manifest, demoKeys: readonly string[]): string {
  const preloads = preload.map((name) => `<link rel="modulepreload" href="${ASSETS}/${name}">\n`).join('');
  const demo = demoKeys.length === 0 ? '' : `<meta name="marketgraph-demo-keys" content="${demoKeys.join(' ')}">\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Marketgraph</title>
${demo}<link rel="icon" type="image/svg+xml" href="/favicon.ico">
<link rel="stylesheet" href="${ASSETS}/${style}">
${preloads}<script type="module" src="${ASSETS}/${script}"></script>
</head>
<body>
<div id="root"><noscript>The console needs JavaScript. <a href="/guide">The guide</a> and <a href="/docs">the reference</a> tell how to
use the API without it.</noscript></div>
</body>
</html>
`;
}

function readFiles(folder: string, { files }: Manifest): readonly PageFile[] {
  return files.map(({ name, type }) => {
    const bytes = (ending: string): Buffer => readFileSync(path.join(folder, name + ending));
    return storedFile(`${ASSETS}/${name}`, type, new ReusableBody(bytes(''), { br: bytes('.br'), gzip: bytes('.gz') }));
  });
}

/** The web console: one page for every address below /console, and its files. */
export function mountConsole<C extends HttpContext>(app: Express, options: HttpOptions<C>, { folder, demoKeys }: ConsoleOptions): void {
  const manifest = MANIFEST.parse(JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')));
  const files = readFiles(folder, manifest);
  mountFiles(app, options, ASSETS, () => files);
  const page = htmlPage(CONSOLE, pageHtml(manifest, demoKeys), STRICT_PAGE_HEADERS);
  app.get([CONSOLE, `${CONSOLE}/*path`], (request, response) => sendFile(options, request, response, page));
}
