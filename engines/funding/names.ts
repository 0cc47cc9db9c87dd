/** One word of a text with its place. */
export interface Token {
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

const TOKEN = /[\p{L}\p{N}][\p{L}\p{M}\p{N}&'.!/+-]*|[&,—:()"]/gu;
/** Small words within names. */
const WITHIN = new Set(['of', 'de', 'the', '&', 'for', 'du', 'la', 'di', 'von', 'van']);
/** Words that some names end with in lower case. */
const ENDS = new Set(['invest', 'ventures', 'capital', 'partners', 'technologies', 'company', 'app', 'fund']);
const LEGAL =
  /(?:,?\s+(?:inc|corp|corporation|co|ltd|llc|plc|gmbh|ag|sa|sas|spa|s\.l|bv|b\.v|oy|ab|as|aps|pte|pvt|pty|limited|incorporated)\.?,?)+$/i;
/** What a company is, which often stands before its name. */
const KIND =
  /^(?:start-?ups?|company|companies|firm|platform|maker|provider|developer|unicorn|giant|scale-?up|spin-?(?:out|off)|app|brand|marketplace|insurtech|fintech|neobank|manufacturer|operator|group)$/i;
const ATTRIBUTE = /(?:-(?:based|backed|listed|led|founded|headquartered|born|funded)|'s?)$/i;

export function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(TOKEN), (match) => {
    const trimmed = match[0].length > 1 ? match[0].replace(/(?:\.|'|-)+$/, '') : match[0];
    return { text: trimmed, at: match.index, end: match.index + trimmed.length };
  });
}

/** Whether a word may be part of a name: with a capital or a digit in it. */
export function isNameLike({ text }: Token): boolean {
  return /^[\p{Lu}\p{N}]/u.test(text) || /\p{Ll}[\p{Lu}\p{N}]/u.test(text) || /[a-z]\.(?:com|ai|io|co)$/.test(text);
}

/** A name without its legal form, brackets and article. */
function plainName(name: string): string | null {
  const plain = name
    .replace(/\s*\([^)]*\)/g, '')
    .replace(LEGAL, '')
    .replace(/^[\s,"'—-]+|[\s,"'—.-]+$/g, '')
    .trim();
  return plain === '' ? null : plain;
}

/** Where a run of name-like words that ends before `end` begins; `end` if there is none. */
export function runBefore(tokens: readonly Token[], end: number): number {
  let start = end;
  for (let i = end - 1; i >= 0; i -= 1) {
    const token = tokens[i];
    if (token === undefined) break;
    if (isNameLike(token)) start = i;
    else if (!(WITHIN.has(token.text.toLowerCase()) && i > 0) && !(ENDS.has(token.text) && i === end - 1)) break;
  }
  return start;
}

/** Where a run of name-like words that begins at `start` ends; `start` if there is none. */
export function runAfter(tokens: readonly Token[], start: number): number {
  let end = start;
  for (let i = start; i < tokens.length; i += 1) {
    const token = tokens[i];
    if (token === undefined) break;
    if (isNameLike(token) || (ENDS.has(token.text) && end === i && i > start)) end = i + 1;
    else if (!WITHIN.has(token.text.toLowerCase()) || !isAdjacent(tokens, i)) break;
  }
  return end;
}

const isAdjacent = (tokens: readonly Token[], i: number): boolean => {
  const next = tokens[i + 1];
  return next !== undefined && isNameLike(next);
};

/** A run of words without what describes the company: "San Francisco-based", "Sam Altman's", "Health-tech Startup". */
export function withoutAttributes(run: readonly Token[]): readonly Token[] {
  let start = 0;
  for (const [i, { text }] of run.entries())
    if (i < run.length - 1 && (ATTRIBUTE.test(text) || KIND.test(text))) start = i + 1;
  return run.slice(start);
}

export const isKind = ({ text }: Token): boolean => KIND.test(text);

/** The text of consecutive tokens, as it is written. */
export function writtenName(text: string, run: readonly Token[]): string | null {
  const [first, last] = [run[0], run.at(-1)];
  return first === undefined || last === undefined ? null : plainName(text.slice(first.at, last.end));
}
