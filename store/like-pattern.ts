/** A LIKE pattern for text that contains `part`, with `%`, `_` and `\` escaped. */
export function containing(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}
