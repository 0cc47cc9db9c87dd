import { parseArgs } from 'node:util';
import { explain, Failure } from '../failure.js';
import type { Runtime } from '../runtime.js';
import type { Command, Output } from './command.js';

export type CommandTable = Readonly<Record<string, Command>>;

export function helpOf(script: string, commands: CommandTable): string {
  const lines = Object.values(commands).map(({ usage, description }) => `  npm run -s ${script} -- ${usage}\n      ${description}`);
  return `Commands:\n${lines.join('\n')}`;
}

/** The command that the first words name, and the words after them. */
function findCommand(script: string, commands: CommandTable, argv: readonly string[]): { readonly command: Command; readonly rest: readonly string[] } {
  for (const words of [2, 1]) {
    const command = commands[argv.slice(0, words).join(' ')];
    if (command !== undefined && argv.length >= words) return { command, rest: argv.slice(words) };
  }
  throw new Failure(`${argv.length === 0 ? 'No command.' : `There is no command ${JSON.stringify(argv.slice(0, 2).join(' '))}.`}\n${helpOf(script, commands)}`);
}

/** Runs the command that `argv` names; prints failures and answers the exit code. */
export async function runCommand(script: string, commands: CommandTable, argv: readonly string[], runtime: Pick<Runtime, 'store' | 'access' | 'queues' | 'clock'>, output: Output): Promise<number> {
  try {
    const { command, rest } = findCommand(script, commands, argv);
    const { values, positionals } = parseArgs({ args: [...rest], options: command.options, allowPositionals: true, strict: true });
    return await command.run({ runtime, values, positionals, output });
  } catch (error) {
    output.print(explain(error));
    return 1;
  }
}
