import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ReusableBody } from './compression.js';
import { storedFile, type PageFile } from './page-files.js';

/** A bundle as the build writes it: names that contain the hash of the content. */
export const BUNDLE = z.object({
  script: z.string(),
  style: z.string(),
  files: z.array(z.object({ name: z.string(), type: z.string() })),
});
type Bundle = z.infer<typeof BUNDLE>;

const MANIFEST = 'manifest.json';

/** Whether the build has written the bundle. */
export function hasBundle(folder: string): boolean {
  return existsSync(path.join(folder, MANIFEST));
}

export function readManifest<T>(folder: string, shape: z.ZodType<T>): T {
  return shape.parse(JSON.parse(readFileSync(path.join(folder, MANIFEST), 'utf8')));
}

/** The files of a bundle, served below `assets`. */
export function bundleFiles(folder: string, assets: string, { files }: Bundle): readonly PageFile[] {
  return files.map(({ name, type }) => {
    const bytes = (ending: string): Buffer => readFileSync(path.join(folder, name + ending));
    return storedFile(`${assets}/${name}`, type, new ReusableBody(bytes(''), { br: bytes('.br'), gzip: bytes('.gz') }));
  });
}

/** Shown some seconds later where the scripts have not come. */
export const LATE = '<p class="late note">Nothing more? Reload this page in a minute.</p>';

/**
 * A page that a bundle draws: `head` is HTML, `without` what it says where scripts are off, `meanwhile` HTML until it
 * draws.
 */
export function bundlePage(
  assets: string,
  { script, style }: Bundle,
  preload: readonly string[],
  head: string,
  without: string,
  meanwhile: string,
): string {
  const preloads = preload.map((name) => `<link rel="modulepreload" href="${assets}/${name}">\n`).join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Marketgraph</title>
${head}<link rel="icon" type="image/svg+xml" href="/favicon.ico">
<link rel="stylesheet" href="${assets}/${style}">
${preloads}<script type="module" src="${assets}/${script}"></script>
</head>
<body>
<div id="root">${meanwhile}<noscript>${without}</noscript></div>
</body>
</html>
`;
}
