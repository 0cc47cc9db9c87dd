import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildSchema, parse, validate } from 'graphql';
import { ENVIRONMENT } from '../../bin/environment.js';
import { EXAMPLES } from '../../http/graphql/graphiql.js';
import { startExampleServer, type ExampleServer } from '../../tools/docs/answers.js';
import { examplesOf, readPages } from '../../tools/docs/pages.js';
import { fillShape, parsePrinted, printAnswer } from '../../tools/docs/printed-answer.js';
import { withTables } from '../../tools/docs/tables.js';
import { anchorsOf } from '../support/markdown.js';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const PAGES = readPages(ROOT);
const SCHEMA = buildSchema(readFileSync(path.join(ROOT, 'schema', 'public.graphql'), 'utf8'));
const REMEDY = 'Regenerate it with: node tools/build.mjs && node dist/tools/docs-examples.js';

/** Every Markdown file of the project. */
function markdownFiles(folder = ''): readonly string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory())
      return ['node_modules', 'dist', 'coverage'].includes(entry.name) || entry.name.startsWith('.')
        ? []
        : markdownFiles(file);
    return file.endsWith('.md') ? [file] : [];
  });
}

function withoutCode(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
}

function isResolved(file: string, link: string): boolean {
  const [target = '', anchor] = link.split('#', 2);
  const linked = target === '' ? file : path.posix.join(path.posix.dirname(file), target);
  if (!existsSync(path.join(ROOT, linked))) return false;
  return anchor === undefined || anchorsOf(readFileSync(path.join(ROOT, linked), 'utf8')).includes(anchor);
}

describe('the printed answers of the pages', () => {
  let server: ExampleServer;
  beforeAll(async () => {
    server = await startExampleServer();
    // Loads the market and records its signals, on a machine with other tests.
  }, 300_000);
  afterAll(() => server.close());

  // The order matters: the response of /usage includes what the key has used so far.
  it.each(
    PAGES.flatMap(examplesOf).map(
      (example, index) =>
        [`${example.page} ${index + 1}: ${example.request.replace(/\s+/g, ' ').slice(0, 100)}`, example] as const,
    ),
  )('equal what the server answers: %s', async (_name, example) => {
    const answer = await server.answer(example);
    expect(answer === example.answer ? answer : `${REMEDY}\n${answer}`).toBe(example.answer);
  });
});

describe('a printed answer', () => {
  const shape = parsePrinted('{ "count": 3, "rows": [{ "n": 1, … }, …, { "n": 3, … }], "id": "…", "text": "a … b" }');
  const answer = {
    count: 2,
    rows: [
      { n: 7, m: 8 },
      { n: 9, m: 9 },
    ],
    id: 'x',
    text: 'c',
  };

  it('keeps its shortened parts and takes its values from the response', () => {
    expect(printAnswer(fillShape(shape, answer))).toBe(
      '{ "count": 2, "rows": [{ "n": 7, … }, …, { "n": 9, … }], "id": "…", "text": "c" }',
    );
  });

  it.each<[string, unknown]>([
    ['a key that is missing', { ...answer, rows: [{ m: 8 }, { n: 9 }] }],
    ['a key that is not in the printed answer', { ...answer, more: 1 }],
    ['a list that is too short', { ...answer, rows: [{ n: 7 }] }],
    ['a null instead of an object', { ...answer, rows: [null, { n: 9 }] }],
    ['an object instead of a value', { ...answer, count: { n: 1 } }],
  ])('does not match a response with %s', (_name, other) => {
    expect(() => fillShape(shape, other)).toThrow(/answer/);
  });
});

/** The operations in a page's blocks of GraphQL. */
function operationsIn(markdown: string): readonly string[] {
  const blocks = [...markdown.matchAll(/^```graphql\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
  return blocks.filter((text) => /^(query|mutation|subscription|\{)/.test(text));
}

describe('every operation shown', () => {
  const shown = markdownFiles().flatMap((file) =>
    operationsIn(readFileSync(path.join(ROOT, file), 'utf8')).map((text) => [file, text] as const),
  );
  it.each([...shown, ['GraphiQL', EXAMPLES] as const])('is valid: %s', (_file, text) => {
    expect(validate(SCHEMA, parse(text)).map(({ message }) => message)).toEqual([]);
  });
});

describe('the documentation', () => {
  const withMarkers = PAGES.filter(({ text }) => text.includes('<!-- /')).map(
    ({ file, text }) => [file, text] as const,
  );
  it.each(withMarkers)('shows the limits, errors and endpoints of the code: %s', (_file, text) => {
    expect(withTables(text)).toBe(text);
  });

  it('has each table on its page: limits, endpoints, tiers, errors and imports', () => {
    const shows = (file: string, name: string): boolean =>
      PAGES.some((page) => page.file === file && page.text.includes(`<!-- /${name} -->`));
    const tables = [
      ['README.md', 'limits'],
      ['docs/README.md', 'endpoints'],
      ['docs/rest.md', 'tiers'],
      ['docs/errors.md', 'errors'],
      ['docs/operations.md', 'imports'],
      ['CHANGELOG.md', 'added_endpoints'],
    ] as const;
    expect(tables.filter(([file, name]) => !shows(file, name))).toEqual([]);
  });

  it('lists the settings of the code in docs/operations.md, these alone, with their defaults', () => {
    const operations = PAGES.find(({ file }) => file === 'docs/operations.md')?.text ?? '';
    const names = operations.matchAll(/^\| ((?:`[A-Z][A-Z_]+`(?:, )?)+) \| (.*?) \|/gm);
    const written = [...names].flatMap(([, list = '', defaults = '']) => {
      const values = defaults.split(', ');
      return list
        .split(', ')
        .map(
          (name, index) => [name.replaceAll('`', ''), (values[index] ?? values[0] ?? '').replaceAll('`', '')] as const,
        );
    });
    const settings = Object.entries(ENVIRONMENT.shape);
    expect(written.map(([name]) => name).sort()).toEqual(settings.map(([name]) => name).sort());
    const wrong = settings.filter(([name, type]) => {
      const unset: unknown = type.safeParse(undefined).data;
      const said = written.find(([other]) => other === name)?.[1] ?? '';
      // Without a default of its own, the table says what holds then in words, or with a dash.
      const isSaid = said === (typeof unset === 'string' ? unset : JSON.stringify(unset));
      return unset !== undefined && unset !== '' && !isSaid;
    });
    expect(wrong.map(([name]) => name)).toEqual([]);
  });

  it.each(markdownFiles())('has no broken link: %s', (file) => {
    const links = [...withoutCode(readFileSync(path.join(ROOT, file), 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)].map(
      ([, link = '']) => link,
    );
    expect(links.filter((link) => !/^(https?|mailto):/.test(link) && !isResolved(file, link))).toEqual([]);
  });
});
