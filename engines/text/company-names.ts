import { DESCRIPTIVE_ENDS, GENERAL_WORDS, LEGAL_ENDS, OTHER_NAMES, WORD_NAMES } from './lexicon/company-words.js';

/** A security by the names that texts call it. */
export interface NamedSecurity {
  readonly ticker: string;
  readonly name: string;
  /** Other names, with or without a legal form. */
  readonly aliases?: readonly string[];
}

/** One word of a text or a name. */
export interface Word {
  /** As it is written, without a possessive and trailing dots. */
  readonly raw: string;
  /** In lower case. */
  readonly text: string;
  readonly isPossessive: boolean;
  /** What stands between this word and the one before. */
  readonly before: string;
  /** Whether a sentence, or a part after a colon or a dash, begins here. */
  readonly isFirst: boolean;
}

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));
const LEGAL = words(LEGAL_ENDS);
const DESCRIPTIVE = words(DESCRIPTIVE_ENDS);
const GENERAL = words(GENERAL_WORDS);
/** Too general even where a text means a company: "U.S. Bancorp" is not U.S. */
const NAMELESS = new Set([...GENERAL].filter((word) => !words(WORD_NAMES).has(word)));
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}&'.+-]*/gu;
const POSSESSIVE = /'s?$/i;
const NEW_PART = /[.!?:;|–—"“”‘(]\s*$|\s-\s$/u;

/** The words of a text, in time linear in its length. */
export function wordsOf(text: string): Word[] {
  const plain = text.replaceAll('’', "'");
  let end = 0;
  return Array.from(plain.matchAll(WORD), (match) => {
    const before = plain.slice(end, match.index);
    const isFirst = end === 0 || NEW_PART.test(plain.slice(Math.max(0, end - 1), match.index));
    end = match.index + match[0].length;
    const written = match[0].replace(/[.'+-]+$/, '');
    const isPossessive = /'s$/i.test(written) || /s'$/i.test(match[0]);
    const raw = written.replace(POSSESSIVE, '');
    return { raw, text: raw.toLowerCase(), isPossessive, before, isFirst };
  });
}

/** A name's words without the ends of a legal name: "The Walt Disney Company" is Walt Disney. */
function coreWords(name: string): readonly Word[] {
  const core = wordsOf(name);
  if (core.length > 1 && core[0]?.text === 'the') core.shift();
  const least = NAMELESS.has(core[0]?.text ?? '') ? 2 : 1;
  while (core.length > least && LEGAL.has(core.at(-1)?.text ?? '')) core.pop();
  return core;
}

const coreOf = (name: string): readonly string[] => coreWords(name).map(({ text }) => text);

/** Names that are someone's: "McDonald's", which the singer McDonald is not. */
export function possessiveNamesOf({ name }: NamedSecurity): readonly string[] {
  const [only, ...others] = coreWords(name);
  return only?.isPossessive === true && others.length === 0 ? [only.text] : [];
}

/** "Meta Platforms" is also Meta, and "Amazon.com" Amazon; not "General Motors". */
function shortOf(core: readonly string[]): string | null {
  const rest = [...core];
  while (rest.length > 1 && DESCRIPTIVE.has(rest.at(-1) ?? '')) rest.pop();
  const [only = ''] = rest;
  const short = only.replace(/\.com$/, '');
  return rest.length > 1 || short === core.join(' ') || GENERAL.has(short) || short.length < 2 ? null : short;
}

/** Which company a security is of: classes of one company's shares have one name. */
export function companyOf({ name }: NamedSecurity): string {
  return coreOf(name).join(' ');
}

/** A name without its legal form, and the short one. */
function spellingsOf(name: string): readonly string[] {
  const core = coreOf(name);
  const short = shortOf(core);
  return [core.join(' '), ...(short === null ? [] : [short])];
}

/**
 * The names that texts call a security, in lower case, the full one first; none for one that is named as its ticker.
 */
export function namesOf(security: NamedSecurity): readonly string[] {
  const { ticker, name, aliases = [] } = security;
  const plain = (other: string): string =>
    wordsOf(other)
      .map(({ text }) => text)
      .join(' ');
  const others = [...(OTHER_NAMES[ticker] ?? []).map(plain), ...aliases.flatMap(spellingsOf)];
  return [...new Set(name === '' || name === ticker ? others : [...spellingsOf(name), ...others])];
}
