import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A Markdown file for readers. */
export interface Page {
  /** Below the project's root. */
  readonly file: string;
  readonly text: string;
}

/** A request that a page shows, and the answer printed under it. */
export interface Example {
  readonly page: string;
  /** A `curl` command or a GraphQL operation. */
  readonly request: string;
  readonly language: 'bash' | 'graphql';
  readonly status: number;
  /** JSON with `…` where it is shortened. */
  readonly answer: string;
  /** Offset of the answer in the page's text. */
  readonly at: number;
}

interface Block {
  readonly language: string;
  /** What stands beside the language: of an answer, its status where that is not 200. */
  readonly note: string;
  readonly content: string;
  readonly contentAt: number;
}

const FENCE = /^```(\w+)[ \t]*([^\n]*)\n([\s\S]*?)^```$/gm;

/** README.md and every page of docs/. */
export function readPages(root: string): readonly Page[] {
  const docs = readdirSync(path.join(root, 'docs')).filter((name) => name.endsWith('.md')).sort();
  return ['README.md', ...docs.map((name) => `docs/${name}`)].map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
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
  return (language === 'bash' && content.startsWith('curl ')) || (language === 'graphql' && /^(query|mutation|\{)/.test(content));
}

/** The requests of a page with their answers. Throws where a request has no printed answer under it. */
export function examplesOf({ file, text }: Page): readonly Example[] {
  const blocks = blocksOf(text);
  return blocks.flatMap((block, index) => {
    if (!isRequest(block)) return [];
    const answer = blocks[index + 1];
    if (answer?.language !== 'json') throw new Error(`${file}: no json block follows ${JSON.stringify(block.content)}.`);
    const language = block.language === 'graphql' ? 'graphql' : 'bash';
    return [{ page: file, request: block.content, language, status: Number(answer.note || 200), answer: answer.content, at: answer.contentAt } satisfies Example];
  });
}
