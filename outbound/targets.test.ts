import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { isLocalUrl } from './addresses.js';
import { OutboundError } from './errors.js';
import { createOutbound } from './outbound.js';
import { createTargetCheck, type TargetCheckOptions } from './targets.js';

const PUBLIC = [
  { address: '93.184.215.14', family: 4 },
  { address: '2606:2800:21f:cb07:6820:80da:af6b:8b2c', family: 6 },
];

/** URLs that name something that is not public, in their text alone. */
const HOSTILE: readonly string[] = [
  // Hosts that cannot exist.
  'https://a..com/',
  'https://127.0.0.1;.good.com/',
  'https://-a.com/',
  'https://a-.com/',
  `https://${'a'.repeat(64)}.com/`,
  // No URL, or not HTTPS.
  '',
  ' ',
  'nonsense',
  'example.com',
  '//example.com',
  'https://',
  'https:///',
  'http://example.com',
  'HTTP://example.com',
  'ftp://example.com',
  'file:///etc/passwd',
  'gopher://example.com',
  'data:text/plain,x',
  'javascript:alert(1)',
  'ws://example.com',
  'wss://example.com',
  'unix:/var/run/docker.sock',
  // User information.
  'https://user@example.com',
  'https://user:password@example.com',
  'https://:password@example.com',
  'https://example.com@127.0.0.1',
  'https://example.com%40evil@10.0.0.1',
  'https://127.0.0.1@example.com',
  // IPv4 in every notation.
  'https://127.0.0.1',
  'https://127.0.0.1:8443/x',
  'https://127.1',
  'https://127.0.1',
  'https://2130706433',
  'https://0x7f000001',
  'https://0x7f.0.0.1',
  'https://0x7f.1',
  'https://0177.0.0.1',
  'https://017700000001',
  'https://0177.1',
  'https://127.0.0.1.',
  'https://0',
  'https://0.0.0.0',
  'https://00000000',
  'https://10.0.0.1',
  'https://10.1',
  'https://167772161',
  'https://0xa.0x0.0x0.0x1',
  'https://012.0.0.1',
  'https://172.16.0.1',
  'https://172.31.255.255',
  'https://2886729729',
  'https://192.168.0.1',
  'https://192.168.1',
  'https://3232235521',
  'https://0xc0a80001',
  'https://0300.0250.0.1',
  'https://169.254.169.254',
  'https://169.254.43518',
  'https://2852039166',
  'https://0xa9fea9fe',
  'https://0251.0376.0251.0376',
  'https://100.64.0.1',
  'https://100.127.255.255',
  'https://1681915905',
  'https://192.0.0.192',
  'https://192.0.2.1',
  'https://198.18.0.1',
  'https://198.51.100.1',
  'https://203.0.113.1',
  'https://224.0.0.1',
  'https://239.255.255.250',
  'https://240.0.0.1',
  'https://255.255.255.255',
  'https://4294967295',
  'https://8.8.8.8',
  'https://134744072',
  'https://127.0.0.1%00',
  'https://%31%32%37.0.0.1',
  'https://127%2e0%2e0%2e1',
  // Digits and dots of other scripts.
  'https://１２７.0.0.1',
  'https://①②⑦.⓪.⓪.①',
  'https://127。0。0。1',
  'https://127．0．0．1',
  'https://𝟏𝟐𝟕.𝟎.𝟎.𝟏',
  'https://١٢٧.٠.٠.١',
  'https://１６９.２５４.１６９.２５４',
  'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  'https://ｌｏｃａｌｈｏｓｔ',
  'https://local\u00adhost',
  // IPv6, and IPv4 in it.
  'https://[::1]',
  'https://[::]',
  'https://[0:0:0:0:0:0:0:1]',
  'https://[::ffff:127.0.0.1]',
  'https://[::ffff:7f00:1]',
  'https://[0:0:0:0:0:ffff:169.254.169.254]',
  'https://[::127.0.0.1]',
  'https://[64:ff9b::127.0.0.1]',
  'https://[64:ff9b::a9fe:a9fe]',
  'https://[64:ff9b:1::10.0.0.1]',
  'https://[2002:7f00:1::]',
  'https://[2002:c0a8:1::1]',
  'https://[2001::1]',
  'https://[2001:db8::1]',
  'https://[fe80::1]',
  'https://[fe80::1%25eth0]',
  'https://[fec0::1]',
  'https://[fc00::1]',
  'https://[fd00:ec2::254]',
  'https://[ff02::1]',
  'https://[2606:4700::1]',
  // Names of this machine, its network and the cloud's metadata.
  'https://localhost',
  'https://LocalHost',
  'https://localhost.',
  'https://localhost:8443',
  'https://foo.localhost',
  'https://localhost.localdomain',
  'https://printer',
  'https://db',
  'https://metadata',
  'https://instance-data',
  'https://kubernetes.default.svc.cluster.local',
  'https://host.docker.internal',
  'https://metadata.google.internal',
  'https://metadata.google.internal.',
  'https://METADATA.GOOGLE.INTERNAL',
  'https://metadata.goog',
  'https://ip-10-0-0-1.ec2.internal',
  'https://nas.local',
  'https://nas.local.',
  'https://router.lan',
  'https://intra.corp',
  'https://wiki.intranet',
  'https://x.home.arpa',
  'https://1.0.0.127.in-addr.arpa',
  'https://hidden.onion',
  'https://example.com.',
  'https://example.com..',
  'https://.example.com.',
  'https://a..local',
  // Names of containers, service meshes and special use.
  'https://api.default.svc',
  'https://api.default.svc.cluster',
  'https://vault.service.consul',
  'https://gateway.docker',
  'https://db.nomad',
  'https://name.alt',
  'https://hooks.test',
  'https://hooks.invalid',
  'https://hooks.example',
  // Ports of other services.
  'https://example.com:0',
  'https://example.com:22',
  'https://example.com:25',
  'https://example.com:80',
  'https://example.com:442',
  'https://example.com:1023',
  // More than a URL may hold.
  `https://example.com/${'x'.repeat(2_100)}`,
];

/** Names whose text is fine and whose addresses are not. */
const HOSTILE_ADDRESSES: readonly string[] = [
  '127.0.0.1',
  '127.255.255.254',
  '10.20.30.40',
  '172.20.0.1',
  '192.168.44.1',
  '169.254.169.254',
  '100.100.100.200',
  '0.0.0.0',
  '224.0.0.251',
  '255.255.255.255',
  '168.63.129.16',
  '192.0.0.8',
  '198.19.0.1',
  '192.88.99.1',
  '::1',
  '::',
  '::ffff:10.0.0.1',
  '::ffff:a00:1',
  '64:ff9b::a00:1',
  '64:ff9b:1::a00:1',
  '2002:a00:1::',
  '2001:0:a00:1::',
  '2001:db8::1',
  '3fff::1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  '100::1',
  '5f00::1',
  'not an address',
  '',
];

/** Why a URL is refused, as at its registration; null if it is not. */
async function refusalOf(text: string, options: TargetCheckOptions): Promise<string | null> {
  const check = createTargetCheck(options);
  const target = check.read(text);
  return 'refusal' in target ? target.refusal : check.refusalOfName(target.url);
}

describe('a receiver URL', () => {
  it('is tested with at least a hundred hostile examples', () => {
    expect(new Set(HOSTILE).size).toBe(HOSTILE.length);
    expect(HOSTILE.length).toBeGreaterThanOrEqual(100);
  });

  it.each(HOSTILE)('is refused before DNS resolution: %j', async (text) => {
    const asked: string[] = [];
    const refusal = await refusalOf(text, {
      resolve: (name) => {
        asked.push(name);
        return Promise.resolve(PUBLIC);
      },
    });
    expect([typeof refusal, asked]).toEqual(['string', []]);
  });

  it.each(HOSTILE)('is never connected to: %j', async (url) => {
    const asked: string[] = [];
    const outbound = createOutbound({
      target: 'customer',
      resolve: (name) => {
        asked.push(name);
        return Promise.reject(new Error('resolved'));
      },
    });
    const error: unknown = await outbound.send({ url }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    outbound.close();
    expect([error instanceof OutboundError && ['refused_target', 'invalid_url'].includes(error.reason), asked]).toEqual(
      [true, []],
    );
  });

  it.each([
    'https://example.com',
    'https://example.com/hook?x=1#y',
    'https://hooks.example.co.uk:8443/a',
    'https://xn--bcher-kva.example.com',
    'https://bücher.example.com',
    'https://127.0.0.1.example.com',
    'https://local.example.com',
    'https://internal-tools.example.com',
    'https://EXAMPLE.com',
    'https://example.com:443',
    'https://example.com:1024',
    'https://example.com:65535',
    'https://svc.example.com',
    'https://latest.com',
  ])('is taken where it is public: %s', async (text) => {
    expect(await refusalOf(text, { resolve: () => Promise.resolve(PUBLIC) })).toBeNull();
  });

  it.each([
    'http://127.0.0.1/a',
    'http://0x7f.1/a',
    'https://[::1]/a',
    'https://[fd00::1]/a',
    'http://169.254.169.254/latest',
    'http://10.0.0.1.:8080/a',
    'http://localhost/a',
    'http://news.localhost./a',
    'http://printer/a',
    'https://wiki.corp/a',
    'https://nas.local/a',
    'https://a.default.svc/a',
  ])('leads into a network of its own: %s', (url) => {
    expect(isLocalUrl(new URL(url))).toBe(true);
  });

  it.each([
    'http://example.com/a',
    'https://8.8.8.8/a',
    'https://[2606:4700::1]/a',
    'https://news.example/a',
    'https://local.example.com/a',
    'https://svc.example.com/a',
  ])('leads out of it: %s', (url) => {
    expect(isLocalUrl(new URL(url))).toBe(false);
  });

  it('is accepted if its name does not resolve yet, because each send checks again', async () => {
    expect(
      await refusalOf('https://new.example.com', { resolve: () => Promise.reject(new Error('ENOTFOUND')) }),
    ).toBeNull();
  });

  it.each(HOSTILE_ADDRESSES)(
    'is refused if its name resolves to %j, alone or among public addresses',
    async (address) => {
      for (const addresses of [[{ address, family: 4 }], [...PUBLIC, { address, family: 6 }]]) {
        const refusal = await refusalOf('https://example.com', { resolve: () => Promise.resolve(addresses) });
        expect(refusal).toBe('example.com does not have public addresses only');
      }
    },
  );

  it.each([
    ['https://EXAMPLE.com', 'https://example.com/'],
    [' https://example.com/a b\t', 'https://example.com/a%20b'],
    ['https://exam\r\nple.com/x\ty', 'https://example.com/xy'],
    ['https://bücher.example.com:443/ü', 'https://xn--bcher-kva.example.com/%C3%BC'],
  ])('is stored in its normalised form: %j', (text, stored) => {
    expect(createTargetCheck().read(text)).toMatchObject({ url: { href: stored } });
  });

  it('is read the same the 100,000th time', () => {
    const { read } = createTargetCheck();
    const hosts = new Set<string | undefined>();
    for (let i = 0; i < 100_000; i += 1) {
      const target = read('https://bücher.example.com');
      hosts.add('url' in target ? target.url.hostname : target.refusal);
    }
    expect([...hosts]).toEqual(['xn--bcher-kva.example.com']);
  });

  it('may be plain HTTP on a private address in development, but nothing else', async () => {
    const check = (text: string): Promise<string | null> => refusalOf(text, { allowsPrivate: true });
    expect(await Promise.all(['http://127.0.0.1:9/x', 'https://localhost', 'https://[::1]/'].map(check))).toEqual([
      null,
      null,
      null,
    ]);
    expect(
      (await Promise.all(['ftp://127.0.0.1', 'nonsense', 'http://a:b@127.0.0.1'].map(check))).every(
        (refusal) => refusal !== null,
      ),
    ).toBe(true);
  });
});

describe('a send', () => {
  const connected: string[] = [];
  const server = createServer((request, response) => {
    connected.push(request.url ?? '');
    response.writeHead(200).end('x'.repeat(10_000));
  }).listen(0, '127.0.0.1');
  server.on('connection', () => connected.push('connection'));
  const ready = once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  async function reasonOf(resolve: Parameters<typeof createOutbound>[0]['resolve'] & object): Promise<unknown> {
    await ready;
    const outbound = createOutbound({ target: 'customer', resolve });
    const { port } = server.address() as AddressInfo;
    const error: unknown = await outbound.send({ url: `https://receiver.example.com:${port}/` }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    outbound.close();
    return error instanceof OutboundError ? error.reason : error;
  }

  it.each(HOSTILE_ADDRESSES)(
    'never connects to %j if the name resolves to it by then, alone or among public addresses',
    async (address) => {
      expect(await reasonOf(() => Promise.resolve([{ address, family: 4 }]))).toBe('refused_target');
      expect(await reasonOf(() => Promise.resolve([...PUBLIC, { address, family: 4 }]))).toBe('refused_target');
      expect(connected).toEqual([]);
    },
  );

  it('resolves the name once per connection, which prevents DNS rebinding', async () => {
    expect(await refusalOf('https://receiver.example.com', { resolve: () => Promise.resolve(PUBLIC) })).toBeNull();
    let asked = 0;
    await reasonOf(() => Promise.resolve((asked += 1) === 1 ? [{ address: '127.0.0.1', family: 4 }] : PUBLIC));
    expect([asked, connected]).toEqual([1, []]);
  });

  it('with `head` returns the status, whatever the size of the body', async () => {
    await ready;
    const outbound = createOutbound({ target: 'operator', maxBytes: 1_000 });
    const { status, body } = await outbound.send({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/big`,
      answer: 'head',
    });
    expect([status, body.length]).toEqual([200, 0]);
    outbound.close();
  });
});
