import { expect, it } from '@jest/globals';
import type { CommandInput } from './command.js';
import { runCommand, type CommandTable } from './run-command.js';

const commands: CommandTable = {
  'things make': {
    usage: 'things make --size N',
    description: 'Makes a thing.',
    options: { size: { type: 'string' } },
    run: ({ values, output }) => {
      output.print(`size ${String(values['size'])}`);
      return Promise.resolve(0);
    },
  },
};
const USAGE = 'Usage:\n  npm run -s admin -- things make --size N\n      Makes a thing.';

async function run(...argv: readonly string[]): Promise<readonly [number, string]> {
  const printed: string[] = [];
  const output = { print: (line: string) => void printed.push(line), progress: () => undefined };
  // The command reads nothing.
  const runtime = {} as CommandInput['runtime'];
  return [await runCommand('admin', commands, argv, runtime, output), printed.join('\n')];
}

it('a command runs with its options, and says how it is used', async () => {
  expect(await run('things', 'make', '--size', '3')).toEqual([0, 'size 3']);
  expect(await run('things', 'make', '--help')).toEqual([0, USAGE]);
});

it.each([
  ['an option that it does not have', ['--siez', '3'], "Unknown option '--siez'."],
  ['an option without its value', ['--size'], "Option '--size <value>' argument missing."],
  ['a value that looks like an option', ['--size', '-5'], "Option '--size' argument is ambiguous."],
])('%s is told with the usage', async (_what, options, reason) => {
  expect(await run('things', 'make', ...options)).toEqual([1, `${reason}\n${USAGE}`]);
});

it('a command that does not exist is told with all commands', async () => {
  const [code, text] = await run('thing', 'make');
  expect(code).toBe(1);
  expect(text).toMatch(/^Unknown command "thing make"\.\nCommands:\n {2}npm run -s admin -- things make --size N\n/);
});
