import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Pages from outside `docs/`, by their path in the project. */
const OTHERS: Readonly<Record<string, string>> = {
  'README.md': 'start',
  'client/README.md': 'client',
  'CHANGELOG.md': 'changelog',
};

/** The page that `/guide` itself shows. */
export const FIRST_PAGE = 'docs/README.md';

/** Names of the guide's pages by their Markdown file; the first page has none. */
export function guideSources(root: string): ReadonlyMap<string, string> {
  const docs = readdirSync(path.join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .sort();
  return new Map([
    ...docs.map((file) => [`docs/${file}`, `docs/${file}` === FIRST_PAGE ? '' : path.parse(file).name] as const),
    ...Object.entries(OTHERS),
  ]);
}

/** The address of a page. */
export function guideAddress(name: string): string {
  return name === '' ? '/guide' : `/guide/${name}`;
}

/**
 * The address on the server of a link in `file`; undefined if the server does not serve its target. Pictures are those
 * of `docs/pictures/`.
 */
export function addressOf(href: string, file: string, sources: ReadonlyMap<string, string>): string | undefined {
  if (href.startsWith('#') || /^https?:\/\//.test(href)) return href;
  const [target = '', anchor] = href.split('#', 2);
  const resolved = path.posix.normalize(path.posix.join(path.posix.dirname(file), target));
  const page = sources.get(resolved);
  if (page !== undefined) return guideAddress(page) + (anchor === undefined ? '' : `#${anchor}`);
  if (resolved === 'schema/public.graphql') return '/schema.graphql';
  return /^docs\/pictures\/(?:[\w-]+\.svg|[\w-]+\/[\w-]+\.webp)$/.test(resolved)
    ? `/guide/${resolved.slice('docs/'.length)}`
    : undefined;
}
