import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hasOwnRedis, startOwnRedis, type TestRedis } from '../../access/fixtures/redis.js';
import { postgresBinaries, startPostgres, type PrivateServer } from '../../store/fixtures/databases.js';
import { freePort } from '../../store/fixtures/free-port.js';
import { removeScratchAtEnd, ROOT, scratchDir } from '../support/scratch.js';
import { call, openTls, type TlsAnswer } from '../support/tls-call.js';

/** Sections of the page that have commands, in its order. */
const SECTIONS = [
  'Packages',
  'The program',
  'PostgreSQL',
  'Redis',
  'Settings',
  'Services',
  'nginx',
  'A key, and the first request',
  'Backup',
  'Restore',
  'Upgrade',
] as const;
type Section = (typeof SECTIONS)[number];

const PAGE = readFileSync(path.join(ROOT, 'docs', 'deployment.md'), 'utf8');
/** Variables that later commands use. */
const VARIABLES = 'DB_PASSWORD KEY DATABASE_URL';
const TIMEOUT_MS = 240_000;
const NGINX = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find((file) => existsSync(file));

const blocksOf = (section: string): readonly string[] =>
  [
    ...(PAGE.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? '').matchAll(
      /^```bash\n([\s\S]*?)^```$/gm,
    ),
  ].map(([, block = '']) => block);

const isPossible =
  hasOwnRedis &&
  postgresBinaries() !== null &&
  NGINX !== undefined &&
  existsSync('/proc/self/stat') &&
  ['curl', 'openssl', 'psql', 'pg_dump', 'redis-cli'].every(
    (program) => spawnSync(program, ['--version']).error === undefined,
  );
if (!isPossible)
  console.log('skipped: the commands of docs/deployment.md, for want of nginx, PostgreSQL, Redis, curl or openssl');

describe('docs/deployment.md', () => {
  it('has commands in these sections and no others, and installs what CI installs', () => {
    const sections = [...PAGE.matchAll(/^## (.+)$/gm)]
      .map(([, title = '']) => title)
      .filter((title) => blocksOf(title).length > 0);
    expect(sections).toEqual(SECTIONS);
    const installed = readFileSync(path.join(ROOT, '.ci', 'run'), 'utf8');
    const [, packages = ''] = /apt-get install -y (.*)/.exec(blocksOf('Packages')[0] ?? '') ?? [];
    for (const name of packages.split(' ')) expect(installed).toMatch(new RegExp(`missing\\+=\\(.*\\b${name}\\b.*\\)`));
  });
});

(isPossible ? describe : describe.skip)('the commands of docs/deployment.md, one after the other', () => {
  let machine = '';
  let [postgres, redis]: [PrivateServer?, TestRedis?] = [];
  let ports = { first: 0, second: 0, worker: 0, http: 0, https: 0 };
  const environment = (): NodeJS.ProcessEnv => ({
    PATH: `${path.join(machine, 'shims')}:${process.env['PATH'] ?? ''}`,
    HOME: machine,
    TMPDIR: process.env['TMPDIR'] ?? '/tmp',
    MACHINE: machine,
  });

  /** The page's words for this machine: its folders are in one folder, its ports are free ones. */
  const here = (text: string): string => {
    const port = (url: string | undefined): string => new URL(url ?? '').port;
    const words: readonly (readonly [RegExp, string])[] = [
      [/\/usr\/bin\/node\b/g, process.execPath],
      [/(?<![\w.])\/(etc|opt|var|usr\/local\/bin)\//g, `${machine}/$1/`],
      [/\b4000\b/g, String(ports.first)],
      [/\b4001\b/g, String(ports.second)],
      [/\b9464\b/g, String(ports.worker)],
      [/\b5432\b/g, port(postgres?.url)],
      [/\b6379\b/g, port(redis?.url)],
      [/listen 80;/, `listen 127.0.0.1:${ports.http};`],
      [/listen 443 /, `listen 127.0.0.1:${ports.https} `],
      [/https:\/\/api\.example\.com\//g, `https://api.example.com:${ports.https}/`],
    ];
    return words.reduce((changed, [word, other]) => changed.replaceAll(new RegExp(word, 'g'), other), text);
  };
  /**
   * Runs commands as the page's reader does, in one shell after the other that know the same variables; returns what
   * they print.
   */
  const shell = (commands: string): string => {
    const known = path.join(machine, 'variables');
    const script = `set -euo pipefail; [ ! -f ${known} ] || . ${known}\n${here(commands)}\nfor v in ${VARIABLES}; do [ -z "\${!v+set}" ] || declare -p $v; done >${known}\n`;
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script], {
      cwd: path.join(machine, 'checkout'),
      env: environment(),
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${commands}\nended with ${String(status)}:\n${stdout}${stderr}${logs()}`);
    return stdout;
  };
  const logs = (longest = 2_000): string => {
    const folder = path.join(machine, 'log');
    const files = existsSync(folder) ? readdirSync(folder) : [];
    return files.map((name) => `\n${name}: ${readFileSync(path.join(folder, name), 'utf8').slice(-longest)}`).join('');
  };
  /** What the programs logged about the request of an error's body. */
  const linesOf = (body: string): string => {
    const [, id = ''] = /"request_id":"([^"]+)"/.exec(body) ?? [];
    const lines = logs(Infinity)
      .split('\n')
      .filter((line) => id !== '' && line.includes(id));
    return lines.length > 0 ? lines.join('\n') : logs();
  };
  const run = (section: Section): string => blocksOf(section).map(shell).join('');
  const ask = (target: string, headers: Readonly<Record<string, string>> = {}, body?: string): Promise<TlsAnswer> =>
    call({
      port: ports.https,
      host: 'api.example.com',
      ca: readFileSync(path.join(machine, 'etc/marketgraph/tls/fullchain.pem')),
      path: target,
      headers,
      body,
    });
  const keyOf = (output: string): string => (JSON.parse(output) as { key: string }).key;
  const newKey = (...options: readonly string[]): string =>
    keyOf(shell(`marketgraph admin keys create --json ${options.join(' ')}`));
  const statusOf = async (key: string): Promise<number> => (await ask('/api/v1/usage', { 'X-API-Key': key })).status;
  const pidOf = (unit: string): string => readFileSync(path.join(machine, 'run', `${unit}.pid`), 'utf8');

  beforeAll(async () => {
    machine = await scratchDir();
    [postgres, redis] = await Promise.all([startPostgres(), startOwnRedis()]);
    ports = {
      first: await freePort(),
      second: await freePort(),
      worker: await freePort(),
      http: await freePort(),
      https: await freePort(),
    };
    for (const folder of ['shims', 'checkout', 'etc/systemd/system', 'etc/nginx/conf.d', 'usr/local/bin', 'log', 'run'])
      mkdirSync(path.join(machine, folder), { recursive: true });
    const { port } = new URL(postgres.url);
    const shims = {
      systemctl: `exec ${process.execPath} ${path.join(ROOT, 'test', 'support', 'systemctl.mjs')} "$@"`,
      nginx: `exec ${NGINX ?? ''} -c ${machine}/nginx.conf "$@"`,
      // The user postgres of this machine has no rights in the test's server; PGHOST and PGUSER name one who has.
      runuser: `shift 3; PGHOST=127.0.0.1 PGPORT=${port} PGUSER=postgres exec "$@"`,
      'redis-cli': `exec "$(PATH="\${PATH#*:}" command -v redis-cli)" -p ${new URL(redis.url).port} "$@"`,
      curl: `exec "$(PATH="\${PATH#*:}" command -v curl)" --resolve api.example.com:${ports.https}:127.0.0.1 "$@"`,
      marketgraph: `exec ${machine}/usr/local/bin/marketgraph "$@"`,
    };
    for (const [name, script] of Object.entries(shims))
      writeFileSync(path.join(machine, 'shims', name), `#!/bin/bash\n${script}\n`, { mode: 0o755 });
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${machine}/run/${kind};`)
      .join(' ');
    writeFileSync(
      path.join(machine, 'nginx.conf'),
      `pid ${machine}/run/nginx.pid; error_log ${machine}/log/nginx.log; events {}\nhttp { access_log off; ${temporary} include ${machine}/etc/nginx/conf.d/*.conf; }\n`,
    );
  }, TIMEOUT_MS);
  afterAll(async () => {
    for (const unit of [`marketgraph@${ports.first}`, `marketgraph@${ports.second}`, 'marketgraph-worker', 'nginx']) {
      const file = path.join(machine, 'run', `${unit}.pid`);
      // A check of nginx's configuration leaves an empty file.
      const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
      if (pid > 0 && existsSync(`/proc/${pid}`)) process.kill(pid, unit === 'nginx' ? 'SIGQUIT' : 'SIGKILL');
    }
    await redis?.stop();
    await postgres?.stop();
  }, TIMEOUT_MS);
  removeScratchAtEnd();

  it(
    'make a release of a checkout, with what runs alone',
    () => {
      const checkout = path.join(machine, 'checkout');
      const isLeft =
        /^(?:node_modules|\.git|\.data|coverage|dist[\\/](?:test-market|seed|generated-clients-\w+))$|[\\/]node_modules$/;
      cpSync(ROOT, checkout, { recursive: true, filter: (file) => !isLeft.test(path.relative(ROOT, file)) });
      const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
        packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
      };
      const modules = path.join(checkout, 'node_modules');
      for (const command of (blocksOf('The program')[0] ?? '').trim().split('\n')) {
        if (command === 'npm ci') {
          symlinkSync(path.join(ROOT, 'node_modules'), modules);
          continue;
        }
        if (command === 'npm prune --omit=dev') {
          // What prune leaves, so that 900 MB are not copied to be removed.
          rmSync(modules);
          for (const [file, { dev, devOptional }] of Object.entries(packages)) {
            if (file !== '' && dev !== true && devOptional !== true && existsSync(path.join(ROOT, file)))
              cpSync(path.join(ROOT, file), path.join(checkout, file), { recursive: true });
          }
        }
        shell(command);
      }
      const release = path.join(machine, 'opt/marketgraph/current');
      expect([readlinkSync(release), readdirSync(release).sort()]).toEqual([
        'releases/1',
        ['dist', 'node_modules', 'package.json'],
      ]);
      expect(existsSync(path.join(release, 'dist', 'test'))).toBe(false);
    },
    TIMEOUT_MS,
  );

  it('prepare PostgreSQL and Redis, and write the settings where nobody else reads them', () => {
    run('PostgreSQL');
    expect(run('Redis')).toMatch(/\bnoeviction\b/);
    run('Settings');
    const [folder, file] = [path.join(machine, 'etc/marketgraph'), path.join(machine, 'etc/marketgraph/env')];
    expect([folder, file].map((each) => statSync(each).mode & 0o777)).toEqual([0o700, 0o600]);
    expect(readFileSync(file, 'utf8')).toMatch(
      /^DATABASE_URL=postgres:\/\/marketgraph:[\da-f]{48}@127\.0\.0\.1:\d+\/marketgraph$/m,
    );
  });

  it(
    'start two servers and a worker',
    async () => {
      run('Services');
      const worker = `http://127.0.0.1:${ports.worker}/healthz`;
      expect(
        execFileSync('curl', ['-sf', '--retry', '60', '--retry-delay', '1', '--retry-all-errors', worker], {
          encoding: 'utf8',
        }),
      ).not.toBe('');
      if (spawnSync('systemd-analyze', ['--version']).error !== undefined) return;
      for (const unit of ['marketgraph@.service', 'marketgraph-worker.service']) {
        const { stderr } = spawnSync('systemd-analyze', ['verify', path.join(machine, 'etc/systemd/system', unit)], {
          encoding: 'utf8',
        });
        expect(
          stderr
            .split('\n')
            .filter((line) => line.includes('marketgraph') && !line.includes('Failed to'))
            .join('\n'),
        ).toBe('');
      }
    },
    TIMEOUT_MS,
  );

  it(
    'put nginx with TLS before them, which shows nothing of the inside and passes on the address of the client',
    async () => {
      run('nginx');
      const plain = await fetch(`http://127.0.0.1:${ports.http}/api/v1/openapi?a=1`, { redirect: 'manual' });
      expect([plain.status, plain.headers.get('location')]).toEqual([308, 'https://127.0.0.1/api/v1/openapi?a=1']);
      const answers = await Promise.all(
        ['/metrics', '/healthz', '/readyz', '/api/v1/openapi'].map((target) => ask(target)),
      );
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 200]);
      expect(answers[3]?.headers['strict-transport-security']).toMatch(/^max-age=31536000/);
      const remaining = async (address: string): Promise<number> =>
        Number((await ask('/api/v1/openapi', { 'X-Forwarded-For': address })).headers['x-ratelimit-remaining']);
      const [first, second] = [await remaining('203.0.113.1'), await remaining('203.0.113.2')];
      expect(second).toBe(first - 1);
    },
    TIMEOUT_MS,
  );

  it(
    'make a key, with which REST, GraphQL and a WebSocket answer',
    async () => {
      expect(JSON.parse(run('A key, and the first request'))).toMatchObject({ tier: 'pro' });
      const key = newKey('--tier', 'free');
      const answer = await ask(
        '/graphql',
        { 'X-API-Key': key, 'Content-Type': 'application/json' },
        JSON.stringify({ query: '{ viewer { tier } }' }),
      );
      expect(JSON.parse(answer.text)).toMatchObject({ data: { viewer: { tier: 'FREE' } } });
      const ca = readFileSync(path.join(machine, 'etc/marketgraph/tls/fullchain.pem'));
      expect(await openTls({ port: ports.https, host: 'api.example.com', ca, path: '/graphql' })).toMatch(
        /^HTTP\/1\.1 101 /,
      );
    },
    TIMEOUT_MS,
  );

  it(
    'back the database up, and restore it as it was',
    async () => {
      const before = newKey('--tier', 'free');
      expect(Number(run('Backup'))).toBeGreaterThan(50);
      const after = newKey('--tier', 'free');
      expect([await statusOf(before), await statusOf(after)]).toEqual([200, 200]);
      run('Restore');
      expect([await statusOf(before), await statusOf(after)]).toEqual([200, 401]);
    },
    TIMEOUT_MS,
  );

  it(
    'change to another release, while every request is answered',
    async () => {
      const key = newKey('--tier', 'institutional', '--per-minute', '100000');
      const answers: TlsAnswer[] = [];
      let isOver = false;
      const client = async (): Promise<void> => {
        while (!isOver) {
          const query = JSON.stringify({ query: '{ viewer { tier } }' });
          answers.push(await ask('/api/v1/usage', { 'X-API-Key': key }));
          answers.push(await ask('/graphql', { 'X-API-Key': key, 'Content-Type': 'application/json' }, query));
        }
      };
      const clients = Promise.all([client(), client(), client()]);
      const [block = ''] = blocksOf('Upgrade');
      const upgrade = spawn('bash', ['-c', `set -euo pipefail\n${here(block)}`], {
        cwd: path.join(machine, 'checkout'),
        env: environment(),
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const code = await new Promise((resolve) => upgrade.once('close', resolve));
      isOver = true;
      await clients;
      const failed = answers
        .filter(({ status }) => status !== 200)
        .map(({ status, text }) => `${status} ${text} ${linesOf(text)}`);
      expect([code, failed]).toEqual([0, []]);
      expect(answers.length).toBeGreaterThan(20);
      for (const unit of [`marketgraph@${ports.first}`, `marketgraph@${ports.second}`, 'marketgraph-worker']) {
        expect(readlinkSync(`/proc/${pidOf(unit)}/cwd`)).toMatch(/releases\/2$/);
      }
    },
    TIMEOUT_MS,
  );
});
