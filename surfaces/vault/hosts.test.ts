import { describe, expect, it } from '@jest/globals';
import { hostPattern } from './hosts.js';

describe('an allowed host', () => {
  it.each([
    ['api.example.com', 'api.example.com'],
    [' API.Example.COM ', 'api.example.com'],
    ['api.example.com:443', 'api.example.com'],
    ['api.example.com:8443', 'api.example.com:8443'],
    ['*.example.com', '*.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
  ])('%s is stored as %s', (text, pattern) => {
    expect(hostPattern(text)).toBe(pattern);
  });

  it.each([
    'api.example.com/v1/read',
    'api.example.com?x',
    'api.example.com#x',
    'api.example.com\\v1',
    '*.example.com/v1',
    'evil.org/.example.com',
    'a.example.com/@b.example.com',
    'api.example.com/:8443',
    'api%2eexample.com',
    'user@example.com',
    'https://example.com',
    '*.com',
    '*.',
    '*',
    '127.0.0.1',
    '[::1]',
    '2130706433',
    'example.com:0',
    'example.com:99999',
    'exa mple.com',
    '',
  ])('%j is refused, and never stored as another host', (text) => {
    expect(hostPattern(text)).toBeNull();
  });
});
