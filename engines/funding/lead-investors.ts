import { isNameLike, runAfter, runBefore, tokensOf, withoutAttributes, writtenName, type Token } from './names.js';

const LED_BY = /\b(?:co-?)?led (?:jointly )?by\b/gi;
const LEADS =
  /\b(?:co-?)?(?:leads?|led)\s+(?!with\b|by\b)(?=(?:(?:the|this|its|a|an)\s+)?(?:[$€£¥₹]?[\w.,]+\s+){0,4}?(?:rounds?|funding|investment|financing|raise|series|equity|deal)\b)/gi;
const LEADS_ROUND = /\b(?:co-?)?(?:leads|led)\b(?=\s+(?:the\s+)?round\b)/i;
const NAME_LED =
  /\b((?:[\p{Lu}\d][\p{L}\d.&']*\s)*[\p{Lu}\d][\p{L}\d.&']*)-led\b(?=\s+(?:\S+\s+){0,3}(?:round|funding|investment|financing))/gu;
/** What may stand between "led by" and the first name. */
const BEFORE_NAME =
  /^(?:the|a|an|its|existing|new|earlier|previous|current|historical|longtime|shareholders?|investors?|backers?|venture|capital|vc|private|equity|early-stage|growth|global|investment|firms?|fund|giant|billionaires?|tech|entrepreneurs?|angel|firm|company|us-based|both)$/i;
const APPOSITION = /^(?:the|a|an|its|which|who)$/i;
const NOT_INVESTORS = /^(?:Inc|The|And|It|This|In|Series|SAS|LLC|SL|SA|AG|GmbH|Ltd|Co)$/;
const MOST_LEADS = 6;

/** The names of a list that begins at a token: "A, B and C", without what is said about them. */
function namesFrom(text: string, tokens: readonly Token[], first: number): readonly string[] {
  const names: string[] = [];
  let i = first;
  while (tokens[i] !== undefined && BEFORE_NAME.test(tokens[i]?.text ?? '') && !isCapital(tokens, i)) i += 1;
  while (names.length < MOST_LEADS) {
    const start = tokens[i];
    if (start === undefined || !isNameLike(start)) break;
    const end = runEnd(tokens, i);
    const name = writtenName(text, withoutAttributes(tokens.slice(i, end)));
    if (name !== null && !NOT_INVESTORS.test(name)) names.push(name);
    const next = nextName(tokens, end);
    if (next === null) break;
    i = next;
  }
  return names;
}

const isCapital = (tokens: readonly Token[], i: number): boolean => {
  const [token, next] = [tokens[i], tokens[i + 1]];
  return token !== undefined && /^\p{Lu}/u.test(token.text) && next !== undefined && isNameLike(next);
};

/** A name may go on behind a bracket: "Andreessen Horowitz (a16z) Growth Fund". */
function runEnd(tokens: readonly Token[], start: number): number {
  const end = runAfter(tokens, start);
  if (tokens[end]?.text !== '(') return end;
  const close = tokens.findIndex(({ text }, i) => i > end && text === ')');
  const next = tokens[close + 1];
  return close !== -1 && next !== undefined && isNameLike(next) ? runAfter(tokens, close + 1) : end;
}

/**
 * The token that the next name of a list begins at, behind brackets and what is said about the last; null at its end.
 */
function nextName(tokens: readonly Token[], end: number): number | null {
  let i = end;
  if (tokens[i]?.text === '(') i = tokens.findIndex(({ text }, k) => k > i && text === ')') + 1;
  if (i === 0) return null;
  if (tokens[i]?.text === ',' && APPOSITION.test(tokens[i + 1]?.text ?? '') && !isCapital(tokens, i + 1)) {
    const close = tokens.findIndex(({ text }, k) => k > i + 1 && text === ',');
    if (close === -1 || tokens[close + 1]?.text !== 'and') return null;
    i = close;
  }
  const isList = tokens[i]?.text === ',' || tokens[i]?.text === 'and';
  if (!isList) return null;
  if (tokens[i]?.text === ',' && tokens[i + 1]?.text === 'and') i += 1;
  const next = tokens[i + 1];
  return next !== undefined && isNameLike(next) ? i + 1 : null;
}

/** The names of a list that ends before a token. */
function namesBefore(text: string, tokens: readonly Token[], end: number): readonly string[] {
  const names: string[] = [];
  let i = end;
  while (i > 0 && /^(?:co|also|has|have|jointly)$/i.test(tokens[i - 1]?.text ?? '')) i -= 1;
  while (names.length < MOST_LEADS) {
    const start = runBefore(tokens, i);
    if (start === i) break;
    const name = writtenName(text, withoutAttributes(tokens.slice(start, i)));
    if (name !== null && !NOT_INVESTORS.test(name)) names.unshift(name);
    i = start;
    while (i > 0 && (tokens[i - 1]?.text === ',' || tokens[i - 1]?.text === 'and')) i -= 1;
    if (i === start) break;
  }
  return names.map((name) => name.replace(/^Billionaires? /, ''));
}

const tokenAt = (tokens: readonly Token[], at: number): number => {
  const found = tokens.findIndex((token) => token.at >= at);
  return found === -1 ? tokens.length : found;
};

/** Who a sentence says led the round; those who took part are no leads. */
export function leadInvestors(text: string): readonly string[] {
  const tokens = tokensOf(text);
  for (const match of text.matchAll(LED_BY)) {
    const names = namesFrom(text, tokens, tokenAt(tokens, match.index + match[0].length));
    if (names.length > 0) return names;
  }
  for (const match of text.matchAll(LEADS)) {
    const names = namesBefore(text, tokens, tokenAt(tokens, match.index));
    if (names.length > 0) return names;
  }
  const title = LEADS_ROUND.exec(text);
  if (title !== null) return namesBefore(text, tokens, tokenAt(tokens, title.index));
  const [adjective] = text.matchAll(NAME_LED);
  const name = adjective?.[1];
  return name === undefined ? [] : [name];
}
