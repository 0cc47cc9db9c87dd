import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { htmlPage, plainFile, SVG, type PageFile } from '../../http/page-files.js';
import { escaped, pageHtml, type Frame } from './layout.js';

export const PICTURES = '/guide/pictures';

/** As the build writes it: pages in the order of the navigation, with their HTML. */
const PAGES = z.array(z.object({ name: z.string(), title: z.string(), html: z.string() }));
type RenderedPage = z.infer<typeof PAGES>[number];

/** Of pictures; other names are folders. */
const TYPES: Readonly<Record<string, string>> = { '.svg': SVG, '.webp': 'image/webp' };

interface Guide {
  readonly pages: readonly RenderedPage[];
  readonly pictures: readonly PageFile[];
}

function addressOf(name: string): string {
  return name === '' ? '/guide' : `/guide/${name}`;
}

/** Reads the guide as the build has rendered it; undefined if it has not. */
export function readGuide(folder: string | undefined): Guide | undefined {
  const file = path.join(folder ?? '', 'pages.json');
  if (folder === undefined || !existsSync(file)) return undefined;
  const pictures = path.join(folder, 'pictures');
  return {
    pages: PAGES.parse(JSON.parse(readFileSync(file, 'utf8'))),
    pictures: readdirSync(pictures, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
      const type = TYPES[path.extname(name)];
      return type === undefined
        ? []
        : [plainFile(`${PICTURES}/${name}`, type, readFileSync(path.join(pictures, name)))];
    }),
  };
}

/** The pages of the guide, each with links to all. */
export function guidePages({ pages }: Guide, frame: Frame): readonly PageFile[] {
  return pages.map(({ name, title, html }) => {
    const entries = pages.map((page) => {
      const current = page.name === name ? ' aria-current="page"' : '';
      return `<li><a href="${addressOf(page.name)}"${current}>${escaped(page.title)}</a></li>`;
    });
    const content = `<nav aria-label="Guide"><ul>\n${entries.join('\n')}\n</ul></nav>\n<main>\n${html}</main>`;
    return htmlPage(addressOf(name), pageHtml({ title: `${title} – Marketgraph`, kind: 'guide', content }, frame));
  });
}
