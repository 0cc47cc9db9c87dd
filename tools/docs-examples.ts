import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startExampleServer, type ExampleServer } from './docs/answers.js';
import { examplesOf, readPages, type Page } from './docs/pages.js';
import { withTables } from './docs/tables.js';

/** The page with regenerated tables and printed responses; shortened parts stay shortened. */
async function renewed(page: Page, server: ExampleServer): Promise<string> {
  let text = '';
  let end = 0;
  for (const example of examplesOf(page)) {
    text += page.text.slice(end, example.at) + (await server.answer(example));
    end = example.at + example.answer.length;
  }
  return withTables(text + page.text.slice(end));
}

// Writes the tables and printed responses in README.md and docs/ from a real server's responses.
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const server = await startExampleServer();
try {
  for (const page of readPages(root)) {
    const text = await renewed(page, server);
    if (text !== page.text) writeFileSync(path.join(root, page.file), text);
  }
} finally {
  await server.close();
}
