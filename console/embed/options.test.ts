import { describe, expect, it } from '@jest/globals';
import { MarketgraphError } from '../../client/error.js';
import { readOptions, readPositions, requireDisplay, requirePublicKey, wholeNumber } from './options.js';

const at = (path: string) => readOptions(new URL(path, 'https://api.example.com'));
function codeOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof MarketgraphError) return error.code;
    throw error;
  }
}

describe('the address of an embed', () => {
  it('says what to show and how; what it does not say has defaults', () => {
    expect(at('/embed/dca/BRK.B?key=svc_pub_x&theme=dark&locale=pt-BR')).toMatchObject({
      kind: 'dca',
      subject: 'BRK.B',
      key: 'svc_pub_x',
      theme: 'dark',
      locale: 'pt-BR',
    });
    expect(at('/embed/signal/AAPL')).toMatchObject({ key: null, theme: 'auto', locale: 'en-US' });
  });

  it.each(['de_DE', 'x', '', '%00', 'klingon-language-that-is-too-long'])(
    'falls back to en-US for the locale %j',
    (locale) => {
      expect(at(`/embed/signal/AAPL?locale=${locale}`).locale).toBe('en-US');
    },
  );

  it.each([
    ['theme=dark&locale=pt-BR&key=svc_pub_x&years=3&utm_source=x', undefined],
    ['theme=&locale=', undefined],
    ['theme=drak', 'theme must be auto, light or dark.'],
    ['locale=de_DE', 'locale must be a language tag that the browser knows, such as de-DE.'],
  ])('%s is refused for an unknown theme or locale alone', (query, message) => {
    const check = (): void => requireDisplay(new URLSearchParams(query));
    if (message === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(message);
  });

  it('may have percent signs that encode nothing', () => {
    expect(at('/embed/signal/%E0%A4%A').subject).toBe('%E0%A4%A');
  });

  it('carries publishable keys and those of demo accounts alone', () => {
    expect(['svc_pub_abc', 'svc_demo_pro'].map(requirePublicKey)).toEqual(['svc_pub_abc', 'svc_demo_pro']);
    expect([null, 'svc_abc', 'svcs_abc', 'x'].map((key) => codeOf(() => requirePublicKey(key)))).toEqual([
      'MISSING_KEY',
      'SECRET_KEY',
      'SECRET_KEY',
      'SECRET_KEY',
    ]);
  });

  it('has whole numbers, or says which is none', () => {
    const query = new URLSearchParams('years=3&monthly=1e3&horizon=');
    expect([wholeNumber(query, 'years', 10), wholeNumber(query, 'horizon', 126)]).toEqual([3, 126]);
    expect(codeOf(() => wholeNumber(query, 'monthly', 500))).toBe('INVALID_PARAMETER');
  });

  it('names positions with their values', () => {
    expect(readPositions('AAPL:6000, MSFT:4000.50,XOM')).toEqual([
      { ticker: 'AAPL', value: 6000 },
      { ticker: 'MSFT', value: 4000.5 },
      { ticker: 'XOM', value: 10_000 },
    ]);
    expect(['', 'AAPL:', 'AAPL:x', 'AAPL:-1', ','].map((subject) => codeOf(() => readPositions(subject)))).toEqual(
      Array(5).fill('INVALID_PARAMETER'),
    );
  });
});
