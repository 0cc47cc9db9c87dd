import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The build holds code alone, so files that are read at start are found beside the sources. */
function folder(name: string): URL {
  const beside = new URL(`./${name}/`, import.meta.url);
  return existsSync(beside) ? beside : new URL(`../../rest-compat/${name}/`, import.meta.url);
}

/** What a file of `operations/` imports, by line, as `#import "webhook-delivery.graphql"`. */
const IMPORT = /^#import "([\w-]+\.graphql)"$/gm;

/** A file of `operations/` with the fragments that it imports from `operations/fragments/`. */
function withImports(file: string): string {
  const text = readFileSync(fileURLToPath(new URL(file, folder('operations'))), 'utf8');
  const fragments = [...text.matchAll(IMPORT)].map(([, fragment]) => withImports(`fragments/${fragment}`));
  return [text, ...fragments].join('\n');
}

/** Text of `operations/<name>.graphql`. Throws when there is none. */
export function storedOperation(name: string): string {
  return withImports(`${name}.graphql`);
}

/** An answer of the operation, recorded or written by hand, from `examples/`; undefined where none is stored. */
export function storedExample(name: string): unknown {
  const file = new URL(`${name}.json`, folder('examples'));
  if (!existsSync(file)) return undefined;
  const example: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return example;
}
