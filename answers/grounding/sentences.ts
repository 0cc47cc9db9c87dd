/** A part of a text that is judged by itself. */
export interface Sentence {
  readonly text: string;
  /** Where it begins in the whole text. */
  readonly start: number;
}

/** Stands for characters that are not read; as long as what it hides. */
export const HIDDEN = '_';
const ABBREVIATION = /(?:^|[\s(])(?:Inc|Corp|Co|Ltd|No|St|Mr|Mrs|Ms|Dr|Jr|vs|approx|est|e\.g|i\.e|U\.S|U\.K|[A-Z])$/;
const QUOTED = /“[^”]*”|"[^"\n]*"/g;
const CITATION = /\[\d{1,2}\]/g;
const LIST_MARK = /^[ \t]*(?:\d{1,2}[.)]|[-•*])[ \t]+/gm;

export const hide = (text: string): string => HIDDEN.repeat(text.length);

/** What a text has in quotation marks, with the places of the marks. */
export const quotationsIn = (
  text: string,
): readonly { readonly start: number; readonly end: number; readonly content: string }[] =>
  Array.from(text.matchAll(QUOTED), ({ index, 0: raw }) => ({
    start: index,
    end: index + raw.length,
    content: raw.slice(1, -1),
  }));

/** Hides numbered citations, marks of lists, and quotations that repeat one of `quotable` word for word. */
export function hideQuotations(text: string, quotable: ReadonlySet<string>): string {
  return text
    .replace(QUOTED, (quoted) => (quotable.has(quoted.slice(1, -1)) ? hide(quoted) : quoted))
    .replace(CITATION, hide)
    .replace(LIST_MARK, hide);
}

/** The patterns of a list of phrases, which all sentences of an answer share. */
const PATTERNS = new WeakMap<readonly string[], readonly RegExp[]>();

/** Hides every occurrence of phrases that have digits and state nothing, such as `200-day average`. */
export function hidePhrases(text: string, phrases: readonly string[]): string {
  let patterns = PATTERNS.get(phrases);
  if (patterns === undefined) {
    patterns = [...phrases]
      .sort((one, other) => other.length - one.length)
      .map((phrase) => {
        const escaped = phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
        return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'giu');
      });
    PATTERNS.set(phrases, patterns);
  }
  return patterns.reduce((hidden, pattern) => hidden.replace(pattern, hide), text);
}

/** The sentences of a text; a line break ends one too. */
export function sentencesOf(text: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  const end = (at: number): void => {
    if (text.slice(start, at).trim() !== '') sentences.push({ text: text.slice(start, at), start });
    start = at;
  };
  for (const { index, 0: mark } of text.matchAll(/[.!?]["”’)\]]*(?=\s)|\n+/g)) {
    const rest = text.slice(index + mark.length);
    const isAbbreviated = mark.startsWith('.') && ABBREVIATION.test(text.slice(Math.max(start, index - 8), index));
    if (mark.startsWith('\n') || (!isAbbreviated && /^\s+[^\p{Ll}]/u.test(rest))) end(index + mark.length);
  }
  end(text.length);
  return sentences;
}
