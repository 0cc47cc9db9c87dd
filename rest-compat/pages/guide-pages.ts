import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { escaped, pageHtml } from './layout.js';
import { HTML, REVALIDATED, SVG, type Page } from './page.js';

/** As the build writes it: pages in the order of the navigation, with their HTML. */
const PAGES = z.array(z.object({ name: z.string(), title: z.string(), html: z.string() }));

function addressOf(name: string): string {
  return name === '' ? '/guide' : `/guide/${name}`;
}

/** The pages of the guide and their pictures; none if the build has not rendered them. */
export function guidePages(folder: string, version: string): readonly Page[] {
  const file = path.join(folder, 'pages.json');
  if (!existsSync(file)) return [];
  const rendered = PAGES.parse(JSON.parse(readFileSync(file, 'utf8')));
  const pages = rendered.map(({ name, title, html }): Page => {
    const entries = rendered.map((page) => `<li><a href="${addressOf(page.name)}"${page.name === name ? ' aria-current="page"' : ''}>${escaped(page.title)}</a></li>`);
    const content = `<nav aria-label="Guide"><ul>\n${entries.join('\n')}\n</ul></nav>\n<main>\n${html}</main>`;
    return { path: addressOf(name), type: HTML, content: pageHtml({ title: `${title} – Marketgraph`, kind: 'guide', content, version }), cacheControl: REVALIDATED };
  });
  const folderOfPictures = path.join(folder, 'pictures');
  const pictures = readdirSync(folderOfPictures).map((name): Page => ({ path: `/guide/pictures/${name}`, type: SVG, content: readFileSync(path.join(folderOfPictures, name)), cacheControl: REVALIDATED }));
  return [...pages, ...pictures];
}
