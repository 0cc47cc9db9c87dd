import { expect, it } from '@jest/globals';
import type { CommandInput } from './command.js';
import { runCommand, type CommandTable } from './run-command.js';

const commands: CommandTable = {
  'others show': { usage: 'others show', description: 'Shows others.', options: {}, run: () => Promise.resolve(0) },
  'things list': { usage: 'things list', description: 'Lists things.', options: {}, run: () => Promise.resolve(0) },
  'things make': {
    usage: 'things make --size N',
    description: 'Makes a thing.',
    options: { size: { type: 'string' } },
    run: ({ values, output }) => {
      output.print(`size ${String(values['size'])}`);
      return Promise.resolve(0);
    },
  },
  ipo: { usage: 'ipo FILES', description: 'Imports.', options: {}, run: () => Promise.resolve(0) },
};
const USAGE = 'Usage:\n  npm run -s admin -- things make --size N\n      Makes a thing.';

async function run(...argv: readonly string[]): Promise<readonly [number, string]> {
  const printed: string[] = [];
  const push = (line: string): void => void printed.push(line);
  const output = { print: push, error: push, progress: () => undefined };
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

it.each([
  ['with the one it resembles', ['thing', 'mkae'], `Unknown command "thing mkae"; did you mean things make?\n${USAGE}`],
  ['with one of one word', ['ipos', 'a.csv'], 'Unknown command "ipos a.csv"; did you mean ipo?\nUsage:\n'],
  ['with all of them if it is as short as another', ['foo'], 'Unknown command "foo".\nCommands:\n'],
  [
    'with those of its first word',
    ['things'],
    'Unknown command "things".\nCommands:\n  npm run -s admin -- things list\n',
  ],
  ['with all of them', ['nothing'], 'Unknown command "nothing".\nCommands:\n  npm run -s admin -- others show\n'],
])('a command that does not exist is told %s', async (_which, argv, start) => {
  const [code, text] = await run(...argv);
  expect([code, text.slice(0, start.length)]).toEqual([1, start]);
});
