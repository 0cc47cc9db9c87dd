import { asBase64, unescaped, viewOf, withFormSpaces, type View } from './decoded-view.js';

/** What stands in the place of a credential. */
export const MASK = '[redacted]';

export interface Masked {
  readonly text: string;
  /** Number of places that were masked. */
  readonly count: number;
}

/** Masks secrets in texts; made once for all texts of a response. */
export interface Masker {
  mask(text: string): Masked;
  /** Characters that an occurrence may have. */
  readonly longest: number;
}

/** Base64 of fewer characters than this occurs by chance. */
const SHORTEST_BASE64 = 6;
const ALIGNMENTS = [0, 1, 2] as const;
const BITS = 6;
/** How often a text is unescaped: JSON in JSON in a URL. */
const ROUNDS = 3;
/** `&#x000041;` and the like. */
const LONGEST_SPELLING = 16;

/** The characters of a text's base64 that do not depend on what stands before and after it. */
function base64Runs(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const runs = ALIGNMENTS.map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return encoded.slice(Math.ceil((before * 8) / BITS), Math.floor(((before + bytes.length) * 8) / BITS));
  });
  const long = runs.filter((run) => run.length >= SHORTEST_BASE64);
  return long.length > 0 ? long : [bytes.toString('base64').replace(/=+$/, '')];
}

/** In lower case, with as many units. */
function lowered(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (character) => {
    const one = character.toLowerCase();
    return one.length === character.length ? one : character;
  }).join('');
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where a view has one of these texts, in the original. */
function spansIn({ text, starts, ends }: View, wanted: readonly string[]): readonly Span[] {
  const spans: Span[] = [];
  for (const each of wanted) {
    for (let at = text.indexOf(each); at >= 0; at = text.indexOf(each, at + 1))
      spans.push({ start: starts[at] ?? 0, end: ends[at + each.length - 1] ?? 0 });
  }
  return spans;
}

/** Spans that overlap or touch, as one. */
function merged(spans: readonly Span[]): readonly Span[] {
  const sorted = [...spans].sort((one, other) => one.start - other.start);
  const whole: { start: number; end: number }[] = [];
  for (const { start, end } of sorted) {
    const last = whole.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else whole.push({ start, end });
  }
  return whole;
}

/**
 * Masks these secrets wherever they stand in a text: as they are, in any case, in base64 at each alignment and of both
 * alphabets, in hexadecimal, and escaped for JSON, URLs or HTML, whole or in part, up to three times. The time grows
 * with the length of the text alone, whatever the secrets are.
 */
export function createMasker(secrets: readonly string[]): Masker {
  const all = [...new Set(secrets)].filter((secret) => secret !== '');
  const plain = all.flatMap((secret) => [lowered(secret), Buffer.from(secret).toString('hex')]);
  const encoded = all.flatMap(base64Runs).map(lowered);
  const hasSpaces = all.some((secret) => secret.includes(' '));
  const found = (view: View): readonly Span[] => {
    const low = { ...view, text: lowered(view.text) };
    return [...spansIn(low, plain), ...spansIn(asBase64(low), encoded)];
  };
  const foundAtAnyDepth = (start: View): readonly Span[] => {
    const spans = [...found(start)];
    let view = start;
    for (let round = 0; round < ROUNDS; round += 1) {
      const next = unescaped(view);
      if (next === view) break;
      view = next;
      spans.push(...found(view));
    }
    return spans;
  };
  return {
    longest: Math.max(0, ...all.map((secret) => secret.length)) * LONGEST_SPELLING,
    mask(text) {
      if (all.length === 0) return { text, count: 0 };
      const view = viewOf(text);
      const places = merged([...foundAtAnyDepth(view), ...(hasSpaces ? foundAtAnyDepth(withFormSpaces(view)) : [])]);
      const shown = places.map(({ start }, i) => text.slice(places[i - 1]?.end ?? 0, start) + MASK);
      return { text: shown.join('') + text.slice(places.at(-1)?.end ?? 0), count: places.length };
    },
  };
}
