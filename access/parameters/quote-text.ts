const LONGEST = 40;

/** Quotes untrusted text for a message: at most 40 characters, control characters escaped. */
export function quote(text: string): string {
  const characters = Array.from(text.slice(0, 2 * LONGEST + 2));
  const shown = characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : text;
  return JSON.stringify(shown).replace(/[\u007f-\u009f\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Describes an untrusted value for a message. */
export function echo(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'an object';
}
