import type { AnswerSource } from '../answers.js';
import { withoutAddresses } from './addresses.js';
import type { Fact, NumberFact, Unit } from './fact.js';

type Maybe<Value> = Value | null | undefined;

/** What a fact has beside its value. */
export interface FactOptions {
  readonly terms?: readonly string[];
  readonly row?: number;
  /** Of a number: whether its sign tells a direction. */
  readonly isChange?: boolean;
  readonly measure?: string;
  readonly noun?: string;
}

/** Facts about one subject, from one source. A value that is not known makes no fact. */
export interface FactsAbout {
  number(key: string, label: string, value: Maybe<number>, unit: Unit, options?: FactOptions): void;
  /** A decimal fraction, told as percent. */
  fraction(key: string, label: string, value: Maybe<number>, options?: FactOptions): void;
  count(key: string, label: string, value: Maybe<number>, noun: string, options?: FactOptions): void;
  date(key: string, label: string, value: Maybe<string>, options?: FactOptions): void;
  quarter(
    key: string,
    label: string,
    value: { readonly year: number; readonly quarter: number },
    options?: FactOptions,
  ): void;
  /** Words of this project or of a curated source. */
  text(key: string, label: string, value: Maybe<string>, options?: FactOptions): void;
  /** Words of a stranger: quoted as they are, and never read. */
  quote(key: string, label: string, value: Maybe<string>, options?: FactOptions): void;
}

/** Collects the facts of one tool's result. */
export interface FactList {
  readonly facts: readonly Fact[];
  about(subjects: string | readonly string[] | null, source: AnswerSource): FactsAbout;
}

const LONGEST_QUOTE = 160;

/**
 * A stranger's words as they may be quoted: one line, without marks that would end the quotation, addresses or
 * brackets.
 */
export function quotable(text: string): string {
  const plain = withoutAddresses(text.normalize('NFC'))
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[“”„«»"<>]/g, "'")
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(plain);
  return characters.length <= LONGEST_QUOTE ? plain : `${characters.slice(0, LONGEST_QUOTE).join('').trimEnd()}…`;
}

const isKnown = <Value>(value: Maybe<Value>): value is Value => value !== null && value !== undefined;

export function createFactList(tool: string): FactList {
  const facts: Fact[] = [];
  return {
    facts,
    about(subjects, source) {
      const base = (key: string, label: string, { row, terms }: FactOptions = {}) => ({
        tool,
        key: `${tool}.${key}`,
        subjects: subjects === null ? [] : typeof subjects === 'string' ? [subjects] : subjects,
        row: row ?? null,
        label,
        terms: terms ?? [],
        source,
      });
      const number = (
        key: string,
        label: string,
        value: Maybe<number>,
        unit: Unit,
        options: FactOptions = {},
      ): void => {
        if (!isKnown(value) || !Number.isFinite(value)) return;
        const fact: NumberFact = {
          ...base(key, label, options),
          kind: 'number',
          value,
          unit,
          isChange: options.isChange ?? false,
          measure: options.measure ?? '',
          noun: options.noun ?? '',
        };
        facts.push(fact);
      };
      return {
        number,
        fraction: (key, label, value, options) =>
          number(key, label, isKnown(value) ? Number((value * 100).toFixed(4)) : null, 'percent', options),
        count: (key, label, value, noun, options) => number(key, label, value, 'count', { ...options, noun }),
        date(key, label, value, options) {
          if (isKnown(value)) facts.push({ ...base(key, label, options), kind: 'date', value: value.slice(0, 10) });
        },
        quarter: (key, label, { year, quarter }, options) =>
          void facts.push({ ...base(key, label, options), kind: 'quarter', year, quarter }),
        text(key, label, value, options) {
          if (isKnown(value) && value !== '')
            facts.push({ ...base(key, label, options), kind: 'text', value, isUntrusted: false });
        },
        quote(key, label, value, options) {
          const plain = isKnown(value) ? quotable(value) : '';
          if (plain !== '') facts.push({ ...base(key, label, options), kind: 'text', value: plain, isUntrusted: true });
        },
      };
    },
  };
}
