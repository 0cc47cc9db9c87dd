import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import { forwardCommand } from '../../bin/commands/admin-socket.js';
import { call } from './http.js';
import { ROOT } from './scratch.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** How a program ended, and what it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Program {
  readonly pid: number;
  /** What a test waits for at the moment: said at the end of the file, since a test's time-out does not say it. */
  readonly awaited: ReadonlySet<string>;
  /** The end of what it wrote so far. */
  written(): string;
  readonly ended: Promise<Ended>;
  /** The same, as what a test waits for. */
  end(): Promise<Ended>;
  /** Resolves with what `pattern` matched on standard output or error; rejects where the program ends before. */
  until(pattern: RegExp, stream?: 'stdout' | 'stderr'): Promise<RegExpExecArray>;
  signal(name: NodeJS.Signals): Promise<Ended>;
  /** Sends SIGHUP to a program that goes on. */
  hangUp(): void;
}

export interface ServerProgram extends Program {
  readonly url: string;
}

export interface Programs {
  /** Starts `dist/bin/<script>.js`. */
  start(script: string, args?: readonly string[], environment?: Environment): Program;
  /** Runs it to its end. */
  run(script: string, args?: readonly string[], environment?: Environment): Promise<Ended>;
  /** Starts a server on a free port, without any source unless told otherwise, and waits until it is ready. */
  server(environment: Environment): Promise<ServerProgram>;
  /**
   * The key of a new account, made by the command: by the server itself where one runs on the data directory, which is
   * quicker than a program.
   */
  newKey(
    environment: Environment,
    ...options: readonly string[]
  ): Promise<{ readonly key: string; readonly key_id: string; readonly account_id: string }>;
}

const READY_WITHIN_MS = 120_000;

/** Of the tests' own environment only what a program needs to run at all. */
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'USER'];

function environmentOf(own: Environment): NodeJS.ProcessEnv {
  const kept = KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]] as const]));
  return Object.fromEntries([...kept, ...Object.entries(own)].filter(([, value]) => value !== undefined));
}

const SHOWN_CHARACTERS = 2_000;

function programOf(child: ChildProcess): Program {
  const written = { stdout: '', stderr: '' };
  const awaited = new Set<string>();
  const listeners = new Set<() => void>();
  const told = (): void => {
    for (const listener of listeners) listener();
  };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (part: string) => {
      written[stream] += part;
      told();
    });
  }
  let end: Ended | undefined;
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => {
      end = { code, signal, ...written };
      resolve(end);
      told();
    });
  });
  return {
    pid: child.pid ?? 0,
    awaited,
    written: () =>
      JSON.stringify({
        stdout: written.stdout.slice(-SHOWN_CHARACTERS),
        stderr: written.stderr.slice(-SHOWN_CHARACTERS),
      }),
    ended,
    end() {
      awaited.add('its end');
      return ended;
    },
    until: (pattern, stream = 'stdout') =>
      new Promise((resolve, reject) => {
        const name = `${String(pattern)} on ${stream}`;
        awaited.add(name);
        const look = (): void => {
          const match = pattern.exec(written[stream]);
          if (match === null && end === undefined) return;
          listeners.delete(look);
          awaited.delete(name);
          if (match === null) reject(new Error(`The program ended before ${String(pattern)}: ${JSON.stringify(end)}`));
          else resolve(match);
        };
        listeners.add(look);
        look();
      }),
    signal(name) {
      awaited.add(`its end after ${name}`);
      child.kill(name);
      return ended;
    },
    hangUp: () => void child.kill('SIGHUP'),
  };
}

/**
 * A database of a machine with other things to do may miss the probe's two seconds; one that never answers is not
 * ready.
 */
async function untilReady(url: string): Promise<void> {
  for (const giveUpAt = Date.now() + READY_WITHIN_MS; ;) {
    const { status, text } = await call(url, '/readyz');
    if (status === 200) return;
    if (Date.now() > giveUpAt) throw new Error(`/readyz answers ${status} though the server says it is ready: ${text}`);
  }
}

/** What the test that ran out of time waited for, of a program that still runs. */
function sayAwaited({ pid, awaited, written }: Program): void {
  if (awaited.size > 0)
    process.stderr.write(`Process ${pid} did not come to ${[...awaited].join(', ')}. It wrote ${written()}\n`);
}

/** The built programs as child processes; what still runs at the end of the file is killed by its id. */
export function programsForFile(): Programs {
  if (!existsSync(path.join(ROOT, 'dist', '.built-program')))
    throw new Error('dist/ is missing: run npm test, which builds it, or node tools/build.mjs.');
  const running = new Set<Program>();
  afterAll(async () => {
    for (const program of running) sayAwaited(program);
    await Promise.all([...running].map((program) => program.signal('SIGKILL')));
  });
  const start: Programs['start'] = (script, args = [], environment = {}) => {
    const file = path.join(ROOT, 'dist', 'bin', `${script}.js`);
    // As for the tests' own processes: see tools/test-runner/runner.mjs.
    const child = spawn(process.execPath, ['--liftoff-only', '--enable-source-maps', file, ...args], {
      env: environmentOf(environment),
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const program = programOf(child);
    running.add(program);
    void program.ended.then(() => running.delete(program));
    return program;
  };
  const run: Programs['run'] = (...options) => start(...options).end();
  return {
    start,
    run,
    async server(environment) {
      const program = start('main', [], { PORT: '0', SVC_SOURCE: 'none', LOG_LEVEL: 'warn', ...environment });
      const [, url = ''] = await program.until(/Ready on (\S+)\n/);
      await untilReady(url);
      return { ...program, url };
    },
    async newKey(environment, ...options) {
      const argv = ['keys', 'create', '--json', ...options];
      const printed: string[] = [];
      const dataDir = environment['DATABASE_URL'] === undefined ? environment['SVC_DATA_DIR'] : undefined;
      const forwarded =
        dataDir === undefined
          ? undefined
          : await forwardCommand(dataDir, 'admin', argv, {
              print: (line) => printed.push(line),
              error: (line) => printed.push(line),
              progress: () => undefined,
            });
      const { code, stdout, stderr } =
        forwarded === undefined
          ? await run('admin', argv, environment)
          : { code: forwarded, stdout: printed.join('\n'), stderr: '' };
      if (code !== 0) throw new Error(`keys create failed: ${stdout}${stderr}`);
      return JSON.parse(stdout) as { key: string; key_id: string; account_id: string };
    },
  };
}
