/** Tokens of one call of a model. */
export interface TokenCount {
  readonly input: number;
  readonly output: number;
  /** Whether the provider told nothing usable, so that they are estimated from the texts. */
  readonly isEstimated: boolean;
}

/** Few enough that no usual text has more tokens. */
const CHARACTERS_PER_TOKEN = 3;

/** The most tokens that a text should have. */
export const estimatedTokens = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** What the provider says that a call used; estimated where it says nothing, or nonsense. */
export function tokenCount(usage: { readonly inputTokens?: unknown; readonly outputTokens?: unknown } | undefined, prompt: string, text: string): TokenCount {
  const { inputTokens, outputTokens } = usage ?? {};
  if (isCount(inputTokens) && isCount(outputTokens) && inputTokens > 0)
    return { input: Math.ceil(inputTokens), output: Math.ceil(outputTokens), isEstimated: false };
  return { input: estimatedTokens(prompt), output: estimatedTokens(text), isEstimated: true };
}
