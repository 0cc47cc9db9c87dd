/** A LIKE pattern for text that contains `part`, whose `%`, `_` and `\` stand for themselves. */
export function containing(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}
