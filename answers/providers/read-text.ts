import type { Line } from '../composer/line.js';
import type { AnswerSource } from '../answers.js';
import { hasAddress, hostsIn } from '../facts/addresses.js';
import { sentencesOf } from '../grounding/sentences.js';
import { SYSTEM } from './prompt.js';

const CITATIONS = /\s*\[(?:S|source\s*)?(\d{1,3})\](?!\()/giu;
/** Addresses of any kind, also disguised, and markup that a page would load. */
const ADDRESS =
  /\b[a-z][a-z0-9+.-]*:\/\/|\b(?:javascript|data|mailto|file|tel):|\bwww\.|!?\[[^\]]*\]\s*\(|<[a-z!/]|\b[\w.+-]+@[\w-]+\.\w|\bhxxps?\b|\[\.\]|\(dot\)|\s+dot\s+(?:com|net|org|io|co)\b|(?:^|\s)\/\/\w|\b\d{1,3}(?:\.\d{1,3}){3}\b/iu;
/** Longer words are no words: encoded data, keys. */
const LONGEST_WORD = 40;
const KEY = /\bsvcs?_\w+|\bsk-[\w-]{8,}|\bwhsec_\w+/iu;
/** Words in a row that the system prompt has too. */
const LEAKED_WORDS = 8;

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

function runs(words: readonly string[], length: number): readonly string[] {
  return words.slice(length - 1).map((_, i) => words.slice(i, i + length).join(' '));
}

const OF_PROMPT: ReadonlySet<string> = new Set(SYSTEM.split('\n').flatMap((line) => runs(wordsOf(line), LEAKED_WORDS)));

/** Words of strangers in a row that are recited, and no longer just the same words. */
const RECITED_WORDS = 6;
const QUOTED = /“[^”]*”|"[^"\n]*"/gu;

/** What a text quotes, without the quotation marks. */
export function quotationsOf(text: string): readonly string[] {
  return Array.from(text.matchAll(QUOTED), ([quoted]) => quoted.slice(1, -1));
}

/** Tells whether a sentence recites one of these texts, except by quoting a whole one in quotation marks. */
export function reciting(texts: readonly string[]): (sentence: string) => boolean {
  const told = new Set(texts.flatMap((text) => runs(wordsOf(text), RECITED_WORDS)));
  const whole = new Set(texts.map((text) => wordsOf(text).join(' ')));
  const unquoted = (sentence: string): string =>
    sentence.replace(QUOTED, (quoted) => (whole.has(wordsOf(quoted).join(' ')) ? ' “” ' : quoted));
  return (sentence) => runs(wordsOf(unquoted(sentence)), RECITED_WORDS).some((run) => told.has(run));
}

/**
 * Whether a sentence may be shown: it has no address, no markup, no key, and nothing of the prompt. `names` may have
 * dots.
 */
export function isShowable(sentence: string, names: ReadonlySet<string>): boolean {
  return (
    !ADDRESS.test(sentence) &&
    !hasAddress(sentence) &&
    hostsIn(sentence).every((host) => names.has(host)) &&
    !KEY.test(sentence) &&
    !sentence.split(/\s+/).some((word) => word.length > LONGEST_WORD) &&
    !runs(wordsOf(sentence), LEAKED_WORDS).some((run) => OF_PROMPT.has(run))
  );
}

/** A text of a model as sentences with the sources that they cite. */
export interface ModelText {
  readonly headline: Line;
  readonly paragraphs: readonly (readonly Line[])[];
}

const withoutMarkup = (text: string): string =>
  text
    .replace(/^\s*(?:#{1,6}|[-*•>])\s+/gmu, '')
    .replace(/\*\*|__|`+/gu, '')
    .replace(/^\s*(?:headline|answer|detail)s?\s*:\s*/gimu, '');

function lineOf(sentence: string, sources: readonly AnswerSource[]): Line {
  const cited = Array.from(sentence.matchAll(CITATIONS), ([, number]) => sources[Number(number) - 1]).filter(
    (source) => source !== undefined,
  );
  const text = sentence
    .replace(CITATIONS, '')
    .replace(/\s+([.,;!?])/gu, '$1')
    .trim();
  return { text, sources: [...new Set(cited)] };
}

/** Marks after a full stop belong to the sentence before it. */
const marksInside = (text: string): string => text.replace(/([.!?])((?:\s*\[(?:S|source\s*)?\d{1,3}\])+)/giu, '$2$1');

/** Reads a model's text. The first line is the headline; a text without a second one is all headline and detail. */
export function readModelText(text: string, sources: readonly AnswerSource[], isComplete: boolean): ModelText {
  const blocks = withoutMarkup(marksInside(text.normalize('NFC').replaceAll('\r', '')))
    .split(/\n\s*\n|\n/u)
    .map((block) => block.trim())
    .filter((block) => block !== '');
  const paragraphs = blocks.map((block) =>
    sentencesOf(block)
      .map((sentence) => lineOf(sentence.text.trim(), sources))
      .filter((line) => line.text !== ''),
  );
  // A text that was cut ends within a sentence.
  const whole = isComplete
    ? paragraphs
    : paragraphs.map((lines, i) => (i === paragraphs.length - 1 ? lines.slice(0, -1) : lines));
  const [first = [], ...rest] = whole;
  const [headline = { text: '', sources: [] }, ...more] = first;
  return { headline, paragraphs: more.length === 0 ? rest : [more, ...rest] };
}
