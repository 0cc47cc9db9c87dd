import { z } from 'zod';
import type { ProviderSettings } from '../answers/providers/provider-settings.js';
import { Failure } from './failure.js';
import { isUrl, oneOf } from './setting-types.js';

const price = z.coerce.number({ error: 'must be a number, USD per million tokens' }).min(0);
const DEFAULT_TIMEOUT_MS = 60_000;

/** Environment variables of the model that answers questions; without AI_PROVIDER the embedded composer answers. */
export const AI_ENVIRONMENT = z.object({
  /** `openai-compatible` or `anthropic`. */
  AI_PROVIDER: z
    .enum(['openai-compatible', 'anthropic'], { error: 'must be openai-compatible or anthropic' })
    .optional(),
  /** The provider's name of the model. */
  AI_MODEL: z.string().min(1).optional(),
  /** Base URL of an OpenAI-compatible API, such as https://host/v1. */
  AI_BASE_URL: z
    .string()
    .refine(isUrl(['http:', 'https:']), 'must be an http:// or https:// URL, such as https://host/v1')
    .optional(),
  AI_API_KEY: z.string().min(1).optional(),
  /** How long a call of the model may be silent. */
  AI_TIMEOUT_MS: z.coerce
    .number({ error: 'must be a number of milliseconds' })
    .int()
    .min(1000)
    .max(300_000)
    .default(DEFAULT_TIMEOUT_MS),
  /** Whether the model's answers are streamed. */
  AI_STREAMING: oneOf(['true', 'false']).default('true'),
  /** USD per million tokens; 0 if unset, so that answers cost 0 too. */
  AI_INPUT_USD_PER_MILLION: price.default(0),
  AI_OUTPUT_USD_PER_MILLION: price.default(0),
});

/** The configured provider. Throws a Failure for settings without a provider, or a provider without what it needs. */
export function providerOf(env: z.infer<typeof AI_ENVIRONMENT>): ProviderSettings | undefined {
  const { AI_PROVIDER: provider, AI_MODEL: model, AI_BASE_URL: baseUrl, AI_API_KEY: apiKey } = env;
  if (provider === undefined) {
    const given = Object.entries({ AI_MODEL: model, AI_BASE_URL: baseUrl, AI_API_KEY: apiKey }).find(
      ([, value]) => value !== undefined,
    );
    if (given !== undefined) throw new Failure(`${given[0]} requires AI_PROVIDER: openai-compatible or anthropic.`);
    return undefined;
  }
  if (model === undefined) throw new Failure('AI_PROVIDER requires AI_MODEL, the name of the model.');
  if (provider === 'openai-compatible' && baseUrl === undefined)
    throw new Failure('AI_PROVIDER=openai-compatible requires AI_BASE_URL, such as https://host/v1.');
  if (provider === 'anthropic' && apiKey === undefined) throw new Failure('AI_PROVIDER=anthropic requires AI_API_KEY.');
  const prices = { input: env.AI_INPUT_USD_PER_MILLION, output: env.AI_OUTPUT_USD_PER_MILLION };
  return {
    provider,
    model,
    baseUrl,
    apiKey,
    prices,
    timeoutMs: env.AI_TIMEOUT_MS,
    isStreamed: env.AI_STREAMING === 'true',
  };
}
