import { expect, it } from '@jest/globals';
import { isKnownHost } from './known-host.js';

it.each([
  ['127.0.0.1:4000', true],
  ['localhost:4000', true],
  ['LOCALHOST', true],
  ['[::1]:4000', true],
  ['192.168.1.7', true],
  ['api.example.com', true],
  ['API.example.com:443', true],
  ['evil.example', false],
  ['localhost.evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['api.example.com@evil.example', false],
  ['', false],
  [undefined, false],
  ['999.1.1.1', false],
  ['api.example.com.', false],
])('a request to the host %p is answered: %p', (host, isKnown) => {
  expect(isKnownHost(host, ['api.example.com'])).toBe(isKnown);
});
