import { nameMentions, type NameIndex, type NameMention } from './company-mentions.js';
import type { Word } from './company-names.js';
import { foldedName } from './folded-name.js';
import {
  AGENT_FOLLOWERS,
  COMPANY_BEFORE,
  COMPANY_BEFORE_ENDS,
  MONEY_FOLLOWERS,
  MONEY_WITHIN,
  MONEY_WORDS,
  NOUN_BEFORE,
  OPENERS,
  PARTICLES,
  STARTUP_CUES,
  VERB_BEFORE,
  WORD_PHRASES,
} from './lexicon/startup-words.js';

/** Private companies by name, each under its slug as the ticker. */
export interface StartupNames {
  readonly index: NameIndex;
  /** Words and phrases of each company that tell it from the word that is its name, folded (`foldedName`). */
  readonly contextOf: ReadonlyMap<string, readonly string[]>;
}

export interface StartupText {
  readonly title: string;
  readonly summary: string | null;
}

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));
const AGENT = words(AGENT_FOLLOWERS);
const MONEY_VERB = words(MONEY_FOLLOWERS);
const MONEY = words(MONEY_WORDS);
const KIND_BEFORE = words(COMPANY_BEFORE);
const ENDS_BEFORE = [...words(COMPANY_BEFORE_ENDS)];
const OPENING = words(OPENERS);
const PARTICLE = words(PARTICLES);
const VERB = words(VERB_BEFORE);
const NOUN = words(NOUN_BEFORE);
const CUES = words(STARTUP_CUES);
const PHRASES: ReadonlySet<string> = new Set(WORD_PHRASES.split(', '));
const CURRENCY = /[$€£¥]\s*$/u;

const isCapital = (word: Word): boolean => /^\p{Lu}/u.test(word.raw);

/** The word next to another with only blanks between them. */
function adjacent(word: Word | undefined, between: Word | undefined): Word | undefined {
  return word !== undefined && between?.before.trim() === '' ? word : undefined;
}

interface Around {
  readonly first: Word;
  readonly last: Word;
  readonly before: Word | undefined;
  readonly after: Word | undefined;
}

function aroundOf({ words: all, at, length }: NameMention): Around | null {
  const [first, last, after] = [all[at], all[at + length - 1], all[at + length]];
  if (first === undefined || last === undefined) return null;
  return { first, last, before: adjacent(all[at - 1], first), after: adjacent(after, after) };
}

/** Whether money or a round is named soon after the word that follows the name. */
function isAboutMoney({ words: all, at, length }: NameMention): boolean {
  return all
    .slice(at + length, at + length + MONEY_WITHIN)
    .some(({ text, before }) => MONEY.has(text) || CURRENCY.test(before) || /^\d[\d.]*(?:m|mn|b|bn)$/.test(text));
}

const isKind = ({ text }: Word): boolean => KIND_BEFORE.has(text) || ENDS_BEFORE.some((end) => text.endsWith(end));

/** "Ramp Up", "the Figure", "to Scale": what stands beside the word makes it an ordinary one. */
function isOrdinary({ capitalsTell }: NameMention, around: Around, hasContext: boolean): boolean {
  const { first, last, before, after } = around;
  if (first.raw.length > 1 && first.raw === first.raw.toUpperCase()) return true;
  // A capital within a sentence of small letters is no verb's, and no common noun's.
  if (capitalsTell && !first.isFirst) return false;
  if (!last.isPossessive && after !== undefined && PARTICLE.has(after.text)) return true;
  if (before === undefined || first.isFirst) return false;
  return NOUN.has(before.text) || (!hasContext && VERB.has(before.text));
}

/** What follows is done by companies, had by them, or about their money. */
function isAgent(mention: NameMention, { first, last, before, after }: Around): boolean {
  if (after === undefined) return false;
  const isFollowed = AGENT.has(after.text) || (MONEY_VERB.has(after.text) && isAboutMoney(mention));
  if (!isFollowed) return false;
  if (last.isPossessive || first.isFirst || before === undefined || mention.capitalsTell) return true;
  // In Title Case "Debt Figure Hits $3 Billion" has one noun before the verb.
  return !isCapital(before) || OPENING.has(before.text);
}

/** A capital within a sentence of small letters, not of a longer name and not of a numbered figure. */
function isNameByCapital({ capitalsTell }: NameMention, { first, last, before, after }: Around): boolean {
  if (!capitalsTell) return false;
  if (first.isFirst) return last.isPossessive;
  if (last.isPossessive) return true;
  const isAfterName = before !== undefined && isCapital(before);
  return !isAfterName && (after === undefined || !(isCapital(after) || /^\d/.test(after.raw)));
}

/** Whether what stands beside a name that is also a word says that it is the company. */
function isMeant(mention: NameMention, hasContext: boolean): boolean {
  const around = aroundOf(mention);
  if (around === null || isOrdinary(mention, around, hasContext)) return false;
  const { before } = around;
  return (
    hasContext ||
    (before !== undefined && isKind(before)) ||
    isAgent(mention, around) ||
    isNameByCapital(mention, around)
  );
}

/** Slugs that a text names; `isInContext` says whether the article has a word or phrase of a company. */
function mentionsIn(text: string, index: NameIndex, isInContext: (slug: string) => boolean): readonly string[] {
  const mentions = nameMentions(text, index);
  const hasContext = ({ tickers }: NameMention): boolean => tickers.some(isInContext);
  const certain = new Set(
    mentions.filter((mention) =>
      mention.isWord || PHRASES.has(mention.name) ? isMeant(mention, hasContext(mention)) : mention.isCertain,
    ),
  );
  const doubtful = mentions.filter((mention) => !certain.has(mention) && mention.isListed && isPlain(mention));
  const isOfStartups = mentions[0]?.words.some((word) => CUES.has(word.text)) === true;
  const isList = certain.size > 0 || (isOfStartups && doubtful.length > 1 && text.includes(','));
  const kept = isList ? new Set([...certain, ...doubtful]) : certain;
  return mentions.filter((mention) => kept.has(mention)).flatMap(({ tickers }) => tickers);
}

function isPlain(mention: NameMention): boolean {
  const around = aroundOf(mention);
  return around !== null && !isOrdinary(mention, around, false);
}

/** Private companies that an article names, by slug, in the order of its text. */
export function startupMentions(
  { title, summary }: StartupText,
  names: StartupNames,
): { readonly inTitle: readonly string[]; readonly inSummary: readonly string[] } {
  const isInContext = contextIn(` ${foldedName(`${title} ${summary ?? ''}`)} `, names);
  const slugsIn = (text: string): readonly string[] => [...new Set(mentionsIn(text, names.index, isInContext))];
  return { inTitle: slugsIn(title), inSummary: summary === null ? [] : slugsIn(summary) };
}

/** Whether a folded text has a word or phrase of a company; looked for once for each company. */
function contextIn(whole: string, { contextOf }: StartupNames): (slug: string) => boolean {
  const known = new Map<string, boolean>();
  return (slug) => {
    const found = known.get(slug) ?? contextOf.get(slug)?.some((term) => whole.includes(` ${term} `)) === true;
    known.set(slug, found);
    return found;
  };
}
