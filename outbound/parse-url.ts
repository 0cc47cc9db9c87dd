/**
 * The URL that a text spells, relative to `base` if there is one; undefined if it is none. `URL.canParse` is not used:
 * in Node 20 it answers false for every URL with a letter outside ASCII once it has been compiled, after some thousand
 * calls.
 * `URL.parse` is not in every supported Node.
 */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
