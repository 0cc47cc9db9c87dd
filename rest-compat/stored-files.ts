import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The build contains only code, so these files are read from the source folder. */
function folder(name: string): URL {
  const beside = new URL(`./${name}/`, import.meta.url);
  return existsSync(beside) ? beside : new URL(`../../rest-compat/${name}/`, import.meta.url);
}

/** An import line in a file of `operations/`, such as `#import "webhook-delivery.graphql"`. */
const IMPORT = /^#import "([\w-]+\.graphql)"$/gm;

/** A file of `operations/` with its imports from `operations/fragments/`. */
function withImports(file: string): string {
  const text = readFileSync(fileURLToPath(new URL(file, folder('operations'))), 'utf8');
  const fragments = [...text.matchAll(IMPORT)].map(([, fragment]) => withImports(`fragments/${fragment}`));
  return [text, ...fragments].join('\n');
}

/** Text of `operations/<name>.graphql`; undefined if there is none. */
export function storedOperation(name: string): string | undefined {
  return existsSync(new URL(`${name}.graphql`, folder('operations'))) ? withImports(`${name}.graphql`) : undefined;
}

/** The example response of an operation, from `examples/`; undefined if there is none. */
export function storedExample(name: string): unknown {
  const file = new URL(`${name}.json`, folder('examples'));
  if (!existsSync(file)) return undefined;
  const example: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return example;
}
