import { describe, expect, it } from '@jest/globals';
import { fingerprint, panelLink } from './panel-link.js';

describe('the link to a panel', () => {
  it('keeps the address with what follows #, and replaces what an earlier link had', () => {
    const link = panelLink(
      'http://a.example/console/security/AAPL?window=1+Y&asOf=old&seen=0&panel=X#holdings=1',
      'Signal',
      'text',
      {
        asOf: undefined,
        to: '2026-01-02',
      },
    );
    expect(link).toBe(
      `http://a.example/console/security/AAPL?window=1+Y&seen=${fingerprint('text')}&panel=Signal&to=2026-01-02#holdings=1`,
    );
  });

  it('has a fingerprint of known values', () => {
    expect([fingerprint(''), fingerprint('a'), fingerprint('foobar')]).toEqual(['811c9dc5', 'e40c292c', 'bf9cf968']);
  });
});
