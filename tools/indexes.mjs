/**
 * Writes the index of each folder whose files are rows of a table: a file belongs to it by exporting a constant of a
 * given name, so that a new file is in the table without another line. The indexes are not in git; every build writes
 * them.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const SUBGRAPHS = ['equities', 'research', 'private-markets', 'ai', 'account', 'admin'];

/**
 * The folders, the constant that their files export, the index with the file's name as key, and the name of the whole.
 */
const INDEXES = [
  { folders: ['store'], row: 'REPOSITORY', index: 'store/generated/repositories.ts', all: 'REPOSITORIES' },
  { folders: ['sources', 'sources/files'], row: 'IMPORT', index: 'sources/generated/imports.ts', all: 'IMPORT_ROWS' },
  {
    folders: ['sources', 'sources/simulated'],
    row: 'SIMULATED_ROWS',
    index: 'sources/generated/simulated.ts',
    all: 'SIMULATED_TABLES',
  },
  { folders: ['rest-compat/routes'], row: 'GROUP', index: 'rest-compat/generated/groups.ts', all: 'GROUP_ROWS' },
  { folders: ['answers/tools'], row: 'TOOL', index: 'answers/generated/tools.ts', all: 'TOOL_ROWS' },
  { folders: ['answers/composer/intents'], row: 'INTENT', index: 'answers/generated/intents.ts', all: 'INTENT_ROWS' },
  ...SUBGRAPHS.map((name) => ({
    folders: [`subgraphs/${name}`],
    row: 'createFields',
    index: `subgraphs/${name}/generated/fields.ts`,
    all: 'FIELDS',
  })),
];

function camelCase(name) {
  return name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
}

function textOf(root, { folders, row, index, all }) {
  const exported = new RegExp(`^export (const|function) ${row}\\b`, 'm');
  const files = folders
    .flatMap((folder) => readdirSync(path.join(root, folder)).map((name) => path.posix.join(folder, name)))
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && exported.test(readFileSync(path.join(root, file), 'utf8')))
    .map((file) => ({
      key: camelCase(path.parse(file).name),
      from: path.posix.relative(path.posix.dirname(index), file),
    }))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
  const imports = files.map(({ key, from }) => `import { ${row} as ${key} } from '${from.replace(/ts$/, 'js')}';`);
  const keys = files.map(({ key }) => key).join(', ');
  return `// Written by npm run build: the files of ${folders.join('/ and ')}/ that export ${row}.\n${imports.join('\n')}\n\nexport const ${all} = { ${keys} } as const;\n`;
}

/** Writes the indexes that have changed. */
export function writeIndexes(root) {
  for (const index of INDEXES) {
    const file = path.join(root, index.index);
    const text = textOf(root, index);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
