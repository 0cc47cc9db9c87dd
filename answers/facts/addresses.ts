/** What reads as another character once it is shown or opened: full-width forms, other full stops, invisible marks. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[。｡․]/gu, '.');
}

/** Parts of a word that a reader or a program may take for an address. */
const ADDRESSES: readonly RegExp[] = [
  /:[/\\]{2}/u,
  /(?:^|[^\w/\\])[/\\]{2}[\p{L}\d]/u,
  /(?:^|\W)(?:javascript|data|mailto|file|tel):\S/iu,
  /(?:^|\W)(?:www\.|hxxps?\b)/iu,
  /[\w.+-]@[\w-]+\.\w/u,
  /[[({](?:\.|dot)[\])}]/iu,
  /(?:^|[^\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]*\d)/u,
  // A host with a path, a query or a port, and one that is part of another.
  /(?:[\p{L}\d-]+\.)+\p{L}{2,}(?:[/\\?#]|:\d)/u,
  /[\p{L}\d-]+\.[\p{L}\d-]{2,}\.\p{L}{2,}/u,
];
const HOST = /[\p{L}\d-]*\p{L}[\p{L}\d-]*\.\p{L}{2,}/gu;

/**
 * Whether a text has an address of any kind, also a disguised one. A host of two parts alone may be a company's name.
 */
export function hasAddress(text: string): boolean {
  const plain = folded(text);
  return ADDRESSES.some((address) => address.test(plain));
}

/** Hosts of two parts, in small letters. */
export function hostsIn(text: string): readonly string[] {
  return folded(text).toLowerCase().match(HOST) ?? [];
}

/** A text without the words that have an address. */
export function withoutAddresses(text: string): string {
  return text
    .split(/(\s+)/u)
    .filter((word) => !hasAddress(word))
    .join('');
}
