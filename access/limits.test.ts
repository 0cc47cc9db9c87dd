import { describe, expect, it } from '@jest/globals';
import { addressScope } from './limits.js';

describe('an address', () => {
  it('in IPv4 has its own limit, also when mapped into IPv6', () => {
    expect(addressScope('203.0.113.7')).toBe('address:203.0.113.7');
    expect(addressScope('::ffff:203.0.113.7')).toBe('address:203.0.113.7');
  });

  it('is the same with any port, as some proxies write it', () => {
    for (const given of ['203.0.113.7:2001', '[::ffff:203.0.113.7]:2002', '[::ffff:203.0.113.7]'])
      expect(addressScope(given)).toBe('address:203.0.113.7');
    expect(addressScope('[2001:db8:0:1::1]:443')).toBe('address:2001:db8:0:1::/64');
  });

  it('in IPv6 shares the limit of its /64, in every notation', () => {
    const scope = addressScope('2001:db8:0:1::1');
    expect(scope).toBe('address:2001:db8:0:1::/64');
    expect(addressScope('2001:0DB8:0000:0001:ffff:ffff:ffff:ffff')).toBe(scope);
    expect(addressScope('2001:db8:0:2::1')).not.toBe(scope);
    expect(addressScope('::1')).toBe('address:0:0:0:0::/64');
    expect(addressScope('fe80::1%eth0')).toBe('address:fe80:0:0:0::/64');
  });
});
