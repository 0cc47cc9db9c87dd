import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createPlanner } from '../gateway/planner/planner.js';
import { collectDocuments, type DocumentFile } from '../http/trusted-documents/collect-documents.js';
import { printManifest } from '../http/trusted-documents/manifest.js';
import { explain, Failure } from './failure.js';
import { readSupergraph } from './graph.js';
import { printsHelp } from './usage.js';

const USAGE = `Usage: npm run -s trusted-documents -- FOLDER --out FILE [--typename]
Writes the manifest of the operations in a folder of .graphql and .gql files.
--typename adds __typename to every selection set, as Apollo Client does.`;

/** npm runs scripts in the project root; resolve paths against the user's directory. */
const from = process.env['INIT_CWD'] ?? process.cwd();

function graphqlFiles(folder: string): readonly DocumentFile[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(graphql|gql)$/.test(name))
    .sort();
  return names.map((name) => ({ file: name, text: readFileSync(path.join(folder, name), 'utf8') }));
}

/** Writes the manifest for a folder of operations. Throws a Failure that names every invalid file. */
function write(argv: readonly string[]): string {
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: { out: { type: 'string' }, typename: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [name] = positionals;
  if (name === undefined || values.out === undefined || positionals.length > 1) throw new Failure(USAGE);
  const folder = path.resolve(from, name);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new Failure(`${folder} is not a folder.`);
  let documents: readonly string[];
  try {
    documents = collectDocuments(graphqlFiles(folder), {
      schema: createPlanner(readSupergraph()).publicSchema,
      addsTypename: values.typename,
    });
  } catch (error) {
    throw new Failure(error instanceof Error ? error.message : String(error), { cause: error });
  }
  if (documents.length === 0) throw new Failure(`${folder} has no operations in .graphql or .gql files.`);
  const file = path.resolve(from, values.out);
  writeFileSync(file, printManifest(documents));
  return `Wrote ${documents.length} documents to ${file}.`;
}

try {
  const argv = process.argv.slice(2);
  if (!printsHelp(argv, USAGE)) process.stdout.write(`${write(argv)}\n`);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
