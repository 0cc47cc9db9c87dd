import { DUMP_COMMANDS } from './dump.js';
import { DATABASE_COMMANDS } from './database.js';
import { forwardCommand } from './admin-socket.js';
import type { Output } from './command.js';
import { ACCESS_COMMANDS } from './access.js';
import { CREDIT_COMMANDS } from './credits.js';
import { DATA_COMMANDS } from './data.js';
import { EVENT_COMMANDS } from './events.js';
import { IMPORT_COMMANDS } from './import.js';
import { JOB_COMMANDS } from './jobs.js';
import { OPERATOR_COMMANDS } from './operators.js';
import { COMMUNITY_COMMANDS } from './community.js';
import { LINE_COMMANDS } from './line.js';
import { NEWS_COMMANDS } from './news.js';
import { SECURITY_COMMANDS } from './securities.js';
import { VAULT_COMMANDS } from './vault.js';
import { helpOf, runCommand, type CommandTable } from './run-command.js';
import { readConfig } from '../config.js';
import { explain } from '../failure.js';
import { openRuntime } from '../runtime.js';
import { terminalOutput } from './terminal.js';

export const SCRIPTS: Readonly<Record<string, CommandTable>> = {
  admin: {
    ...ACCESS_COMMANDS,
    ...OPERATOR_COMMANDS,
    ...CREDIT_COMMANDS,
    ...SECURITY_COMMANDS,
    ...NEWS_COMMANDS,
    ...EVENT_COMMANDS,
    ...JOB_COMMANDS,
    ...VAULT_COMMANDS,
    ...LINE_COMMANDS,
    ...COMMUNITY_COMMANDS,
    ...DATABASE_COMMANDS,
    ...DUMP_COMMANDS,
    ...DATA_COMMANDS,
  },
  import: IMPORT_COMMANDS,
};

/** A reader of the output may end before the command, such as `head`: what it does goes on without a text. */
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

const INTERRUPTED = 130;
const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const OF_A_SERVER = 'Interrupted: the server finishes the command.';
const HERE: Readonly<Record<string, string>> = {
  import: 'Interrupted: files that were done are imported, the one in progress is not; import the rest again.',
};

/** Ends the program on a signal, with a sentence that says what was done. */
function sayOnSignals(sentence: () => string, output: Output & { end(): void }): () => void {
  const say = (): void => {
    output.end();
    process.stderr.write(`${sentence()}\n`);
    process.exit(INTERRUPTED);
  };
  for (const signal of STOPS) process.once(signal, say);
  return () => STOPS.forEach((signal) => process.off(signal, say));
}

/** The command named by the first words, if there is one. */
function commandOf(commands: CommandTable, argv: readonly string[]): CommandTable[string] | undefined {
  return commands[argv.slice(0, 2).join(' ')] ?? commands[argv[0] ?? ''];
}

/** The arguments with the secret that a command reads from standard input; other commands' as they are. */
async function withSecret(commands: CommandTable, argv: readonly string[]): Promise<readonly string[]> {
  const option = commands[argv.slice(0, 2).join(' ')]?.secretOption;
  if (option === undefined) return argv;
  if (process.stdin.isTTY) process.stderr.write(`${option}: `);
  let line = '';
  for await (const part of process.stdin.setEncoding('utf8')) {
    line += String(part);
    if (line.includes('\n')) break;
  }
  return [...argv, `--${option}=${line.replace(/\r?\n[^]*$/, '')}`];
}

/** Runs a command in the server that has the data directory open, or here if none is running. Returns the exit code. */
export async function runScript(script: string, given: readonly string[]): Promise<number> {
  const output = terminalOutput();
  const commands = SCRIPTS[script] ?? {};
  if (given.length === 0 || given[0] === '--help' || given[0] === 'help') {
    output.print(helpOf(script, commands));
    return given.length === 0 ? 1 : 0;
  }
  const argv = await withSecret(commands, given);
  let isOfServer = false;
  const forget = sayOnSignals(() => (isOfServer ? OF_A_SERVER : (HERE[script] ?? 'Interrupted.')), output);
  try {
    const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
    const onServer = (): void => void (isOfServer = true);
    const forwarded =
      config.databaseUrl === undefined && commandOf(commands, argv)?.isAlone !== true
        ? await forwardCommand(config.dataDir, script, argv, output, onServer)
        : undefined;
    if (forwarded !== undefined) return forwarded;
    const runtime = await openRuntime(config, Date.now, { migrates: commandOf(commands, argv)?.migrates === true });
    try {
      return await runCommand(script, commands, argv, runtime, output);
    } finally {
      await runtime.close();
    }
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    return 1;
  } finally {
    forget();
    output.end();
  }
}
