import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { signatureOf } from '../../jobs/workers/webhooks/signature.js';
import { verifyWebhook, WebhookError } from '../../client/verify-webhook.js';

interface Vector {
  readonly name: string;
  readonly secret: string;
  readonly timestamp: number;
  readonly body: string;
  readonly signature: string;
}

const { vectors } = JSON.parse(readFileSync(new URL('../../client/webhook-vectors.json', import.meta.url), 'utf8')) as {
  vectors: readonly Vector[];
};
const [vector] = vectors as readonly [Vector];
const at = (timestamp: number): { nowMs: number } => ({ nowMs: timestamp * 1000 });
const headersOf = ({ timestamp, signature }: Pick<Vector, 'timestamp' | 'signature'>) => ({
  'x-svc-timestamp': String(timestamp),
  'x-svc-signature': signature,
});

async function reasonOf(verifying: Promise<unknown>): Promise<unknown> {
  const error: unknown = await verifying.then(
    (event) => event,
    (thrown: unknown) => thrown,
  );
  return error instanceof WebhookError ? error.reason : error;
}

describe.each(vectors)('the published delivery with $name', (each) => {
  it('is signed by the program to the letter', () => {
    expect(signatureOf(each.secret, each.timestamp, Buffer.from(each.body))).toBe(each.signature);
  });

  it('is verified as text, as bytes, and with headers of any kind', async () => {
    const id = (JSON.parse(each.body) as { id: string }).id;
    const bytes = Buffer.from(each.body);
    const given = [
      verifyWebhook(each.body, headersOf(each), each.secret, at(each.timestamp)),
      verifyWebhook(bytes, new Headers(headersOf(each)), each.secret, at(each.timestamp)),
      verifyWebhook(
        new Uint8Array(bytes).buffer,
        { 'X-SVC-Timestamp': String(each.timestamp), 'X-SVC-SIGNATURE': each.signature },
        ['whsec_old', each.secret],
        at(each.timestamp),
      ),
    ];
    expect((await Promise.all(given)).map((event) => event.id)).toEqual([id, id, id]);
  });

  it('is refused with any byte of it flipped', async () => {
    const bytes = Buffer.from(each.body);
    for (let index = 0; index < bytes.length; index += 7) {
      const flipped = Buffer.from(bytes);
      flipped[index] = (flipped[index] ?? 0) ^ 1;
      expect(await reasonOf(verifyWebhook(flipped, headersOf(each), each.secret, at(each.timestamp)))).toBe(
        'wrong_signature',
      );
    }
  });

  it('is refused written again from what it means', async () => {
    const again = JSON.stringify({ ...(JSON.parse(each.body) as object) }, null, 1);
    expect(await reasonOf(verifyWebhook(again, headersOf(each), each.secret, at(each.timestamp)))).toBe(
      'wrong_signature',
    );
  });
});

describe('a delivery', () => {
  const verify = (
    changes: Partial<Record<string, string | undefined>>,
    secret = vector.secret,
    options = at(vector.timestamp),
  ) => reasonOf(verifyWebhook(vector.body, { ...headersOf(vector), ...changes }, secret, options));

  it('is refused under another secret, or under none', async () => {
    expect(await verify({}, `${vector.secret}x`)).toBe('wrong_signature');
    expect(await reasonOf(verifyWebhook(vector.body, headersOf(vector), [], at(vector.timestamp)))).toBe(
      'wrong_signature',
    );
  });

  it.each([
    ['', 'missing_header'],
    [undefined, 'missing_header'],
    [vector.signature.slice(0, -1), 'malformed_header'],
    [vector.signature.slice(3), 'malformed_header'],
    [`${vector.signature}0`, 'malformed_header'],
    [vector.signature.replace('v1', 'v2'), 'malformed_header'],
    [`v1=${'0'.repeat(64)}`, 'wrong_signature'],
  ])('is refused with the signature %s', async (signature, reason) => {
    expect(await verify({ 'x-svc-signature': signature })).toBe(reason);
  });

  it('is refused with another timestamp than the one signed, and with none', async () => {
    expect(await verify({ 'x-svc-timestamp': String(vector.timestamp + 1) })).toBe('wrong_signature');
    expect(await verify({ 'x-svc-timestamp': `${vector.timestamp}.0` })).toBe('malformed_header');
    expect(await verify({ 'x-svc-timestamp': undefined })).toBe('missing_header');
  });

  it('is taken up to 300 seconds either way and refused beyond, or as the caller says', async () => {
    const reason = async (offsetS: number, toleranceS?: number): Promise<unknown> => {
      const outcome = await reasonOf(
        verifyWebhook(vector.body, headersOf(vector), vector.secret, {
          ...at(vector.timestamp + offsetS),
          ...(toleranceS === undefined ? {} : { toleranceS }),
        }),
      );
      return typeof outcome === 'string' ? outcome : 'taken';
    };
    expect(
      await Promise.all([reason(300), reason(-300), reason(301), reason(-301), reason(11, 10), reason(10, 10)]),
    ).toEqual(['taken', 'taken', 'stale_timestamp', 'stale_timestamp', 'stale_timestamp', 'taken']);
  });

  it.each(['text', '[]', 'null', '{"id":1}'])('that is signed and is no event (%s) is refused', async (body) => {
    const signature = signatureOf('s', 1, Buffer.from(body));
    expect(await reasonOf(verifyWebhook(body, headersOf({ timestamp: 1, signature }), 's', at(1)))).toBe(
      'malformed_body',
    );
  });
});
