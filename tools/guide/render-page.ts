import MarkdownIt, { type Token } from 'markdown-it';
import { addressOf, type guideSources } from './guide-sources.js';

/** A rendered page of the guide; `links` are the addresses that it links to, in order. */
export interface RenderedPage {
  readonly title: string;
  readonly html: string;
  readonly links: readonly string[];
}

/** Raw HTML is not allowed, so everything from a page is escaped, and links can only have safe protocols. */
const MARKDOWN = new MarkdownIt('default', { html: false, linkify: false, typographer: false });

/** Marks of generated tables. */
const COMMENT_LINE = /^<!--.*-->$/gm;

/** The anchor of a heading, as GitHub forms it. */
function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

function textOf(tokens: readonly Token[]): string {
  return tokens
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('');
}

function nameHeadings(tokens: readonly Token[]): string {
  const taken = new Map<string, number>();
  let title = '';
  tokens.forEach((token, index) => {
    if (token.type !== 'heading_open') return;
    const text = textOf(tokens[index + 1]?.children ?? []);
    if (token.tag === 'h1' && title === '') title = text;
    const slug = slugOf(text);
    const count = taken.get(slug) ?? 0;
    taken.set(slug, count + 1);
    token.attrSet('id', count === 0 ? slug : `${slug}-${count}`);
  });
  return title;
}

/** Points links and pictures to the server; a link to what it does not serve becomes text. */
function rewriteLinks(
  tokens: readonly Token[],
  file: string,
  sources: ReturnType<typeof guideSources>,
): readonly string[] {
  const links: string[] = [];
  for (const inline of tokens) {
    let isDropped = false;
    for (const token of inline.children ?? []) {
      if (token.type === 'image') {
        token.attrSet('src', addressOf(String(token.attrGet('src') ?? ''), file, sources) ?? '');
        // A page may have more pictures than a reader scrolls to.
        token.attrSet('loading', 'lazy');
      }
      if (token.type === 'link_close' && isDropped) token.tag = 'span';
      if (token.type !== 'link_open') continue;
      const address = addressOf(String(token.attrGet('href') ?? ''), file, sources);
      isDropped = address === undefined;
      if (address === undefined) Object.assign(token, { tag: 'span', attrs: [] });
      else {
        token.attrSet('href', address);
        if (address.startsWith('http')) token.attrSet('rel', 'noreferrer');
        links.push(address);
      }
    }
  }
  return links;
}

/** Wide tables scroll on their own, so that a page fits a phone. */
MARKDOWN.renderer.rules['table_open'] = () => '<div class="wide"><table>\n';
MARKDOWN.renderer.rules['table_close'] = () => '</table></div>\n';

/** Renders the Markdown of `file`. */
export function renderPage(text: string, file: string, sources: ReturnType<typeof guideSources>): RenderedPage {
  const tokens = MARKDOWN.parse(text.replace(COMMENT_LINE, ''), {});
  const title = nameHeadings(tokens);
  const links = rewriteLinks(tokens, file, sources);
  return { title, html: MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}), links };
}
