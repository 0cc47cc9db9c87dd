import type { AnswerSource } from '../answers.js';
import type { DateFact, Fact, NumberFact } from '../facts/fact.js';
import { factText, signedText, sizeText } from '../facts/format.js';

/** A sentence, or a part of one, with the sources of what it tells. */
export interface Line {
  readonly text: string;
  readonly sources: readonly AnswerSource[];
  /** Of a sentence about the words of the question alone, which states nothing of the data. */
  readonly isOfQuestion?: true;
}

/** Characters of a date that is known to the day. */
const ISO_DAY = 10;

type Part = string | number | Fact | Line;

const isLine = (part: Fact | Line): part is Line => 'sources' in part;

export const NO_LINE: Line = { text: '', sources: [] };

/** Words with the facts that they tell: "AAPL scores ${score}". Other numbers must follow from those facts. */
export function say(words: TemplateStringsArray, ...parts: readonly Part[]): Line {
  const sources: AnswerSource[] = [];
  const text = words.reduce((sum, word, index) => {
    const part = parts[index - 1];
    if (part === undefined) return sum + word;
    if (typeof part === 'string' || typeof part === 'number') return sum + String(part) + word;
    if (isLine(part)) {
      sources.push(...part.sources);
      return sum + part.text + word;
    }
    sources.push(part.source);
    return sum + factText(part) + word;
  });
  return { text, sources };
}

/** A sentence about the words of the question, or about what tools take: no fact, so that no fact has to support it. */
export const ofQuestion = (text: string): Line => ({ text, sources: [], isOfQuestion: true });

/** "on 3 March 2026", "in March 2026" or "in 2026". */
export const dated = (date: DateFact): Line => say`${date.value.length < ISO_DAY ? 'in' : 'on'} ${date}`;

/** A number without its sign, which the verb beside it tells. */
export const size = (fact: NumberFact): Line => ({ text: sizeText(fact), sources: [fact.source] });

/** A change with its sign. */
export const signed = (fact: NumberFact): Line => ({ text: signedText(fact), sources: [fact.source] });

/** "a, b and c". */
export function listed(parts: readonly Line[], last = 'and'): Line {
  const texts = parts.map(({ text }) => text);
  const text = texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} ${last} ${texts.at(-1) ?? ''}`;
  return { text, sources: parts.flatMap(({ sources }) => sources) };
}

/** Parts joined as they are. */
export const joined = (parts: readonly Line[], separator: string): Line => ({
  text: parts.map(({ text }) => text).join(separator),
  sources: parts.flatMap(({ sources }) => sources),
});
