/** What a link to a panel adds to the address of the page; what is undefined is left out. */
export type LinkTo = Readonly<Record<string, string | undefined>>;

/** What a panel shows, in 8 hexadecimal digits (FNV-1a): a link can tell whether it still is the same. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** The address that shows the page as it is, goes to the panel, and tells if the panel shows something else then. */
export function panelLink(address: string, panel: string, shown: string, to: LinkTo = {}): string {
  const url = new URL(address);
  const added: LinkTo = { ...to, panel, seen: fingerprint(shown) };
  for (const [name, value] of Object.entries(added)) {
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.href;
}
