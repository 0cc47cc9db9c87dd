import type { Fact } from '../facts/fact.js';
import type { Question } from '../composer/question.js';

/**
 * What a model may ask the tools about: before it has read a text of a stranger whatever it wants, because it has read
 * only the question; from then on only whom the question or earlier calls name, and nothing in free words.
 */
export interface Scope {
  /** Why a call is refused, in words for the model; null if it may be made. */
  refusalOf(tool: string, input: object): string | null;
  /** Takes over whom a tool's values name; ends that once a text of a stranger is among them. */
  learn(facts: readonly Fact[]): void;
}

/** Securities and companies that lists may add. */
const MOST_ADDED = 60;
/** Enums, days and numbers as text. */
const HARMLESS = /^(?:[A-Z][A-Z_]*|\d{4}-\d{2}-\d{2}|-?\d+(?:\.\d+)?)$/;
/** Arguments that name what a call is about. */
const SUBJECTS = new Set(['tickers', 'ticker', 'slug', 'slugs', 'cik', 'holdings', 'positions']);

function texts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(texts);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}

/** `company:stripe` is "stripe". */
const keyOf = (id: string): string => id.slice(id.indexOf(':') + 1);

export function createScope({
  securities,
  companies,
  investors,
}: Pick<Question, 'securities' | 'companies' | 'investors'>): Scope {
  const allowed = new Set([...securities, ...companies, ...investors].map(({ key }) => key));
  const own = allowed.size;
  let isFixed = false;
  const refusal = (tool: string, input: object): string | null => {
    const entries = Object.entries(input);
    for (const [name, value] of entries) {
      const isSubject = SUBJECTS.has(name);
      const wrong = texts(value).find((text) => !allowed.has(text) && (isSubject || !HARMLESS.test(text)));
      if (wrong !== undefined && isSubject)
        return `${tool} may not be called for ${JSON.stringify(wrong.slice(0, 40))} after a text from outside was read.`;
      if (wrong !== undefined)
        return `${tool} may not be called with words of its own after a text from outside was read.`;
    }
    return entries.some(([name]) => SUBJECTS.has(name))
      ? null
      : `${tool} may not be called after a text from outside was read.`;
  };
  return {
    refusalOf(tool, input) {
      if (isFixed) return refusal(tool, input);
      for (const [name, value] of Object.entries(input))
        if (SUBJECTS.has(name)) for (const text of texts(value)) allowed.add(text);
      return null;
    },
    learn(facts) {
      const isOutside = facts.some((fact) => fact.kind === 'text' && fact.isUntrusted);
      if (!isFixed && !isOutside)
        for (const id of facts.flatMap(({ subjects }) => subjects))
          if (allowed.size < own + MOST_ADDED) allowed.add(keyOf(id));
      isFixed ||= isOutside;
    },
  };
}
