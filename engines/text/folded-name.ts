/** A name without case, accents and punctuation: `a16z, L.P.` and `A16Z L P` are one. */
export function foldedName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
