/** Words whose full stop ends no sentence. */
const ABBREVIATIONS = new Set(
  'mr mrs ms dr st jr sr inc corp co ltd llc vs no etc approx est u.s u.k e.g i.e a.m p.m jan feb aug sept oct nov dec'.split(
    ' ',
  ),
);
const END = new Set('.!?');
const CLOSING = new Set('"\')]’”');
const SPACE = /\s/;
/** What a sentence starts with: a capital, a digit, a quotation mark, a bracket or a currency. */
const START = /[\p{Lu}\d"'“‘([$€£]/u;
/** Longest word that is looked up before a full stop. */
const LONGEST_WORD = 12;

/** Whether the full stop at `end` belongs to the word before it: an abbreviation, or an initial such as `A.`. */
function isAbbreviation(text: string, end: number): boolean {
  let start = end;
  while (start > 0 && end - start < LONGEST_WORD && !SPACE.test(text.charAt(start - 1))) start -= 1;
  const word = text.slice(start, end).replace(/^[("'“‘]+/, '');
  return /^\p{Lu}$/u.test(word) ? word !== 'I' : ABBREVIATIONS.has(word.toLowerCase());
}

/** Where the next sentence starts, if one ends at `at`; undefined if none does. */
function nextStart(text: string, at: number): number | undefined {
  if (!END.has(text.charAt(at))) return undefined;
  let next = at + 1;
  while (next < text.length && (END.has(text.charAt(next)) || CLOSING.has(text.charAt(next)))) next += 1;
  if (next >= text.length || !SPACE.test(text.charAt(next))) return undefined;
  if (text.charAt(at) === '.' && isAbbreviation(text, at)) return undefined;
  while (next < text.length && SPACE.test(text.charAt(next))) next += 1;
  return next < text.length && START.test(text.charAt(next)) ? next : undefined;
}

/**
 * The sentences of a speech: each a substring of it, without white space around it. Lines are paragraphs, which end
 * sentences. Time is linear in the length of the speech.
 */
export function sentencesOf(speech: string): readonly string[] {
  const sentences: string[] = [];
  for (const paragraph of speech.split('\n')) {
    let start = 0;
    for (let at = 0; at < paragraph.length; at += 1) {
      const next = nextStart(paragraph, at);
      if (next === undefined) continue;
      sentences.push(paragraph.slice(start, next).trim());
      start = next;
      at = next - 1;
    }
    sentences.push(paragraph.slice(start).trim());
  }
  return sentences.filter((sentence) => sentence !== '');
}
