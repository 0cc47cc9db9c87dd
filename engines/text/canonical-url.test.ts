import { describe, expect, it } from '@jest/globals';
import { canonicalUrl } from './canonical-url.js';

const ARTICLE = 'example.com/markets/acme-profit-rises-2025-03-04';

describe('the canonical URL', () => {
  it.each([
    'https://example.com/markets/acme-profit-rises-2025-03-04',
    'http://example.com/markets/acme-profit-rises-2025-03-04',
    'HTTPS://WWW.Example.COM/markets/acme-profit-rises-2025-03-04',
    ' https://www.example.com:443/markets/acme-profit-rises-2025-03-04/ ',
    'https://www.example.com/markets/acme-profit-rises-2025-03-04#comments',
    'https://www.example.com/markets/acme-profit-rises-2025-03-04?utm_source=x&utm_medium=social&UTM_Campaign=y',
    'https://www.example.com/markets/acme-profit-rises-2025-03-04?fbclid=abc&gclid=def&ref=home&guce_referrer=z',
    'https://m.example.com/markets/acme-profit-rises-2025-03-04',
    'https://mobile.example.com/markets/acme-profit-rises-2025-03-04',
    'https://amp.example.com/markets/acme-profit-rises-2025-03-04',
    'https://www.example.com/amp/markets/acme-profit-rises-2025-03-04',
    'https://www.example.com/markets/acme-profit-rises-2025-03-04/amp/',
    'https://www.example.com/markets/acme-profit-rises-2025-03-04.amp',
    'https://www.example.com/markets/acme-profit-rises-2025-03-04?outputType=amp',
    'https://www.example.com/markets/acme-profit-rises-2025-03-04?amp=1',
    'https://www.google.com/amp/s/www.example.com/markets/acme-profit-rises-2025-03-04',
    'https://www-example-com.cdn.ampproject.org/c/s/www.example.com/markets/acme-profit-rises-2025-03-04',
    'https://www.example.com//markets//acme-profit-rises-2025-03-04',
    'https://reader:secret@example.com/markets/acme-profit-rises-2025-03-04',
  ])('of %s is the article', (url) => {
    expect(canonicalUrl(url)).toBe(ARTICLE);
  });

  it('keeps what tells articles apart', () => {
    const urls = [
      'https://a.example/story?id=1',
      'https://a.example/story?id=2',
      'https://a.example/Story?id=1',
      'https://b.example/story?id=1',
      'https://a.example:8443/story?id=1',
      'https://a.example/story',
    ];
    expect(new Set(urls.map(canonicalUrl)).size).toBe(urls.length);
  });

  it('does not depend on the order of parameters', () => {
    expect(canonicalUrl('https://a.example/story?b=2&a=1&utm_id=7')).toBe(
      canonicalUrl('https://a.example/story?a=1&b=2'),
    );
  });

  it('is its own canonical URL', () => {
    for (const url of [
      'https://m.example.com/a/b/?z=1&a=2',
      'https://amp.example.com/x.amp',
      'https://example.com/%c3%a4',
    ]) {
      const once = canonicalUrl(url);
      expect(canonicalUrl(`https://${once}`)).toBe(once);
    }
  });

  it.each([
    '',
    'not a url',
    'mailto:a@b.example',
    'javascript:alert(1)',
    'ftp://a.example/x',
    'https://',
    'https://example.com',
    'https://www.example.com/?utm_source=x',
  ])('of "%s" is null: no web page, or a whole site', (url) => {
    expect(canonicalUrl(url)).toBeNull();
  });
});
