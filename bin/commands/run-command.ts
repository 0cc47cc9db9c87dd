import { parseArgs } from 'node:util';
import { explain, Failure } from '../failure.js';
import type { Command, CommandInput, Output } from './command.js';

export type CommandTable = Readonly<Record<string, Command>>;

export function helpOf(script: string, commands: CommandTable): string {
  const lines = Object.values(commands).map(
    ({ usage, description }) => `  npm run -s ${script} -- ${usage}\n      ${description}`,
  );
  return `Commands:\n${lines.join('\n')}`;
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
  const reason =
    argv.length === 0 ? 'No command given.' : `Unknown command ${JSON.stringify(argv.slice(0, 2).join(' '))}.`;
  throw new Failure(`${reason}\n${helpOf(script, commands)}`);
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
    const { values, positionals } = parseArgs({
      args: [...rest],
      options: command.options,
      allowPositionals: true,
      strict: true,
    });
    return await command.run({ runtime, values, positionals, output });
  } catch (error) {
    output.print(explain(error));
    return 1;
  }
}
