import { types } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { COMPRESSED_FROM_BYTES, encodeBody, ReusableBody } from './compression.js';

const TEXT = JSON.stringify(Array.from({ length: 300 }, (_, index) => ({ date: '2026-01-02', close: index })));
const encode = (accepted: string | undefined, body: string | Buffer | ReusableBody = TEXT) =>
  encodeBody({ headers: accepted === undefined ? {} : { 'accept-encoding': accepted } }, body);

describe('a body', () => {
  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['GZIP', 'gzip'],
    ['identity', undefined],
    ['deflate', undefined],
    ['', undefined],
    [undefined, undefined],
    ['gzip;q=0', undefined],
    ['\u0000,;;q=x', undefined],
  ])('for a client that accepts %j is sent as %j', async (accepted, encoding) => {
    const { bytes, encoding: chosen } = await encode(accepted);
    expect(chosen).toBe(encoding);
    const plain = chosen === 'br' ? brotliDecompressSync(bytes) : chosen === 'gzip' ? gunzipSync(bytes) : bytes;
    expect(plain.toString()).toBe(TEXT);
    if (chosen !== undefined) expect(bytes.length).toBeLessThan(TEXT.length / 4);
  });

  it('that is small is sent uncompressed and synchronously', () => {
    const small = 'x'.repeat(COMPRESSED_FROM_BYTES - 1);
    expect(encode('br', small)).toEqual({ bytes: small, encoding: undefined });
    expect(types.isPromise(encode('br', `${small}x`))).toBe(true);
  });

  it('that is sent again is compressed once per encoding', async () => {
    const body = new ReusableBody(Buffer.from(TEXT));
    const [first, second, other] = [await encode('br', body), await encode('br', body), await encode('gzip', body)];
    expect(second.bytes).toBe(first.bytes);
    expect(other.encoding).toBe('gzip');
    expect(await encode(undefined, body)).toEqual({ bytes: body.bytes, encoding: undefined });
  });
});
