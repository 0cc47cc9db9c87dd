import { existsSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { explain, Failure } from '../failure.js';
import { nearestName } from '../nearest-name.js';
import type { Command, CommandInput, Output } from './command.js';

export type CommandTable = Readonly<Record<string, Command>>;

/** How a program is run from the current directory: through npm in a checkout, by Node in a release without tools. */
export const howToRun = (script: string): string =>
  existsSync('tools/build.mjs') ? `npm run -s ${script} --` : `node dist/bin/${script}.js`;

const usageOf = (script: string, { usage, description }: Command): string =>
  `  ${howToRun(script)} ${usage}\n      ${description}`;

export function helpOf(script: string, commands: CommandTable): string {
  return `Commands:\n${Object.values(commands)
    .map((command) => usageOf(script, command))
    .join('\n')}`;
}

/** Options and arguments of a command. Throws a Failure with the usage for options that it does not have. */
function argumentsOf(script: string, command: Command, args: readonly string[]) {
  const config = { options: command.options, allowPositionals: true, strict: true } satisfies ParseArgsConfig;
  try {
    return parseArgs({ ...config, args: [...args] });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // What follows the first sentence is about the syntax of command lines.
    const [reason = ''] = error.message.split(/\.\s/);
    throw new Failure(`${reason.replace(/\.$/, '')}.\nUsage:\n${usageOf(script, command)}`, { cause: error });
  }
}

/** Finds the command named by the first words; `rest` is what follows them. */
function findCommand(
  script: string,
  commands: CommandTable,
  argv: readonly string[],
): { readonly command: Command; readonly rest: readonly string[] } {
  for (const words of [2, 1]) {
    const command = commands[argv.slice(0, words).join(' ')];
    if (command !== undefined && argv.length >= words) return { command, rest: argv.slice(words) };
  }
  throw new Failure(
    argv.length === 0 ? `No command given.\n${helpOf(script, commands)}` : unknownCommand(script, commands, argv),
  );
}

/** Says which command may have been meant, or lists those of the first word, or all. */
function unknownCommand(script: string, commands: CommandTable, argv: readonly string[]): string {
  const given = argv.slice(0, 2).join(' ');
  const names = Object.keys(commands);
  // What follows a command of one word is no part of its name.
  const near = nearestName(given, names) ?? nearestName(argv[0] ?? '', names) ?? '';
  const meant = commands[near];
  if (meant !== undefined)
    return `Unknown command ${JSON.stringify(given)}; did you mean ${near}?\nUsage:\n${usageOf(script, meant)}`;
  const group = Object.fromEntries(Object.entries(commands).filter(([name]) => name.startsWith(`${argv[0] ?? ''} `)));
  const listed = Object.keys(group).length === 0 ? commands : group;
  return `Unknown command ${JSON.stringify(given)}.\n${helpOf(script, listed)}`;
}

/** Runs the command in `argv`; prints failures and returns the exit code. */
export async function runCommand(
  script: string,
  commands: CommandTable,
  argv: readonly string[],
  runtime: CommandInput['runtime'],
  output: Output,
): Promise<number> {
  try {
    const { command, rest } = findCommand(script, commands, argv);
    if (rest.includes('--help')) {
      output.print(`Usage:\n${usageOf(script, command)}`);
      return 0;
    }
    const { values, positionals } = argumentsOf(script, command, rest);
    return await command.run({ runtime, values, positionals, output });
  } catch (error) {
    output.error(explain(error));
    return 1;
  }
}
