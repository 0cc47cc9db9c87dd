import { expect, it } from '@jest/globals';
import { readConfig } from './config.js';

it('answers come from the embedded composer unless a provider is configured', () => {
  expect(readConfig({}).ai).toBeUndefined();
  expect(readConfig({ AI_PROVIDER: 'anthropic', AI_MODEL: 'm', AI_API_KEY: 'k' }).ai).toEqual({
    provider: 'anthropic',
    model: 'm',
    baseUrl: undefined,
    apiKey: 'k',
    prices: { input: 0, output: 0 },
    timeoutMs: 60_000,
    isStreamed: true,
  });
  expect(
    readConfig({
      AI_PROVIDER: 'openai-compatible',
      AI_MODEL: 'm',
      AI_BASE_URL: 'http://127.0.0.1:1/v1',
      AI_OUTPUT_USD_PER_MILLION: '0.5',
    }).ai,
  ).toMatchObject({
    apiKey: undefined,
    prices: { input: 0, output: 0.5 },
  });
});

it.each([
  [{ AI_PROVIDER: 'other', AI_MODEL: 'm' }, /AI_PROVIDER must be openai-compatible or anthropic/],
  [{ AI_PROVIDER: 'anthropic', AI_API_KEY: 'k' }, /requires AI_MODEL/],
  [{ AI_PROVIDER: 'anthropic', AI_MODEL: 'm' }, /requires AI_API_KEY/],
  [{ AI_PROVIDER: 'openai-compatible', AI_MODEL: 'm' }, /requires AI_BASE_URL/],
  [{ AI_PROVIDER: 'openai-compatible', AI_MODEL: 'm', AI_BASE_URL: 'host/v1' }, /AI_BASE_URL must be an http/],
  [{ AI_API_KEY: 'k' }, /AI_API_KEY requires AI_PROVIDER/],
  [{ AI_PROVIDER: 'anthropic', AI_MODEL: 'm', AI_API_KEY: 'k', AI_TIMEOUT_MS: '10' }, /AI_TIMEOUT_MS/],
  [
    { AI_PROVIDER: 'anthropic', AI_MODEL: 'm', AI_API_KEY: 'k', AI_STREAMING: 'yes' },
    /AI_STREAMING must be true or false, not "yes"/,
  ],
] as const)('refuses to start with %o', (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message);
});
