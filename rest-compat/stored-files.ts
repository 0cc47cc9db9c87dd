import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The build holds code alone, so files that are read at start are found beside the sources. */
function folder(name: string): URL {
  const beside = new URL(`./${name}/`, import.meta.url);
  return existsSync(beside) ? beside : new URL(`../../rest-compat/${name}/`, import.meta.url);
}

/** Text of `operations/<name>.graphql`. Throws when there is none. */
export function storedOperation(name: string): string {
  return readFileSync(fileURLToPath(new URL(`${name}.graphql`, folder('operations'))), 'utf8');
}

/** A recorded answer of the operation, from `examples/<name>.json`; undefined where none is stored. */
export function storedExample(name: string): unknown {
  const file = new URL(`${name}.json`, folder('examples'));
  if (!existsSync(file)) return undefined;
  const example: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return example;
}
