import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A Markdown file for readers. */
export interface Page {
  /** Path relative to the project root. */
  readonly file: string;
  readonly text: string;
}

/** A request on a page, and the response printed below it. */
export interface Example {
  readonly page: string;
  /** A `curl` command or a GraphQL operation. */
  readonly request: string;
  readonly language: 'bash' | 'graphql';
  readonly status: number;
  /** JSON, shortened with `…`. */
  readonly answer: string;
  /** Offset of the response in the page's text. */
  readonly at: number;
}

interface Block {
  readonly language: string;
  /** The info string after the language: for a response, its status if not 200. */
  readonly note: string;
  readonly content: string;
  readonly contentAt: number;
}

const FENCE = /^```(\w+)[ \t]*([^\n]*)\n([\s\S]*?)^```$/gm;

/** Its examples show what the account has used, so that they come before those of pages that use something. */
const USAGE = 'docs/usage.md';

/** README.md, every page of docs/, the README of sources/, and the changelog. */
export function readPages(root: string): readonly Page[] {
  const docs = readdirSync(path.join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/${name}`);
  return [USAGE, 'README.md', ...docs.filter((file) => file !== USAGE), 'sources/README.md', 'CHANGELOG.md'].map(
    (file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }),
  );
}

function blocksOf(text: string): readonly Block[] {
  return [...text.matchAll(FENCE)].map(({ 0: whole, 1: language = '', 2: note = '', 3: content = '', index }) => ({
    language,
    note: note.trim(),
    content: content.trimEnd(),
    contentAt: index + whole.indexOf('\n') + 1,
  }));
}

function isRequest({ language, content }: Block): boolean {
  return (
    (language === 'bash' && content.startsWith('curl ')) ||
    (language === 'graphql' && /^(query|mutation|\{)/.test(content))
  );
}

/** The requests of a page with their responses. Throws if a request has no printed response below it. */
export function examplesOf({ file, text }: Page): readonly Example[] {
  const blocks = blocksOf(text);
  return blocks.flatMap((block, index) => {
    if (!isRequest(block)) return [];
    const answer = blocks[index + 1];
    if (answer?.language !== 'json')
      throw new Error(`${file}: no json block follows ${JSON.stringify(block.content)}.`);
    const language = block.language === 'graphql' ? 'graphql' : 'bash';
    return [
      {
        page: file,
        request: block.content,
        language,
        status: Number(answer.note || 200),
        answer: answer.content,
        at: answer.contentAt,
      } satisfies Example,
    ];
  });
}
