/** Tokens of one call of a model. */
export interface TokenCount {
  readonly input: number;
  readonly output: number;
  /** Whether the provider told nothing usable, so that they are estimated from the texts. */
  readonly isEstimated: boolean;
}

/** Few enough that no usual text of ASCII has more tokens. */
const CHARACTERS_PER_TOKEN = 3;

/** The most tokens that a character beyond ASCII usually has; models split rare ones into their bytes. */
function tokensOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  // Letters of two bytes, and the punctuation, currencies, arrows and operators of English texts.
  if (code < 0x800 || (code >= 0x2000 && code < 0x2300)) return 1;
  if (
    /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]$/u.test(
      character,
    )
  )
    return 1.5;
  return code < 0x10000 ? 3 : 4;
}

/** The most tokens that a text should have. */
export function estimatedTokens(text: string): number {
  const others = text.match(/\P{ASCII}/gu) ?? [];
  const ascii = text.length - others.reduce((sum, { length }) => sum + length, 0);
  return Math.ceil(ascii / CHARACTERS_PER_TOKEN + others.reduce((sum, character) => sum + tokensOf(character), 0));
}

/** What a provider adds of its own is less than the context of a usual model. */
const HIDDEN_TOKENS = 200_000;

/** A count that a call can have had: a token is at least a byte of a text. */
const isCount = (value: unknown, most: number): value is number =>
  typeof value === 'number' && value >= 0 && value <= most;

/** What a provider says that a call used. */
export interface ToldUsage {
  readonly inputTokens: { readonly total?: unknown };
  readonly outputTokens: { readonly total?: unknown };
}

/** What a call can have used at most. */
export interface CallSize {
  /** Bytes of the request's texts. */
  readonly requestBytes: number;
  readonly maxOutputTokens: number;
}

/** What the provider says that a call used; estimated where it says nothing, or more than the call can have used. */
export function tokenCount(
  { inputTokens, outputTokens }: ToldUsage,
  { requestBytes, maxOutputTokens }: CallSize,
  estimate: () => Omit<TokenCount, 'isEstimated'>,
): TokenCount {
  const [input, output] = [inputTokens.total, outputTokens.total];
  if (isCount(input, requestBytes + HIDDEN_TOKENS) && isCount(output, maxOutputTokens + HIDDEN_TOKENS) && input > 0)
    return { input: Math.ceil(input), output: Math.ceil(output), isEstimated: false };
  return { ...estimate(), isEstimated: true };
}
