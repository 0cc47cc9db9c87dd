import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { programsForFile, type Ended } from '../support/programs.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';

const programs = programsForFile();
removeScratchAtEnd();

const FILES = 150;
const FIRST = parseIsoDate('2000-01-03') ?? 0;
const DAYS = 6_000;

async function manyFiles(): Promise<string> {
  const folder = path.join(await scratchDir(), 'bars');
  await mkdir(folder);
  const rows = Array.from({ length: DAYS }, (_, i) => `${isoDate(FIRST + i)},10,11,9,10,100`);
  const file = ['Date,Open,High,Low,Close,Volume', ...rows].join('\n');
  const ticker = (i: number): string => `T${String(i).padStart(3, '0')}`;
  await Promise.all(Array.from({ length: FILES }, (_, i) => writeFile(path.join(folder, `${ticker(i)}.csv`), file)));
  return folder;
}

/** What a command wrote in the end: its progress aside, one sentence and no stack. */
function lastWords({ stdout, stderr }: Ended): string {
  expect(stderr + stdout).not.toMatch(/^\s+at /m);
  return stderr
    .trimEnd()
    .split('\n')
    .filter((line) => !/^\d+\/\d+ files/.test(line))
    .join('\n');
}

describe('an import', () => {
  it('that is interrupted says what is imported', async () => {
    const program = programs.start('import', ['bars', await manyFiles()], {
      SVC_DATA_DIR: await scratchDir(),
      SVC_SOURCE: 'none',
    });
    await program.until(/\d+\/\d+ files/, 'stderr');
    const ended = await program.signal('SIGINT');
    expect([ended.code, ended.signal]).toEqual([130, null]);
    expect(lastWords(ended)).toBe(
      'Interrupted: files that were done are imported, the one in progress is not; import the rest again.',
    );
  });

  it('by a server says that the server finishes it if it is interrupted, and that it stopped if it was killed', async () => {
    const environment = { SVC_DATA_DIR: await scratchDir() };
    const server = await programs.server(environment);
    const folder = await manyFiles();
    const [first, second] = [1, 2].map(() => programs.start('import', ['bars', folder], environment));
    await Promise.all([first, second].map((program) => program?.until(/\d+\/\d+ files/, 'stderr')));
    const interrupted = await first?.signal('SIGINT');
    expect(interrupted?.code).toBe(130);
    expect(interrupted === undefined ? '' : lastWords(interrupted)).toBe(
      'Interrupted: the server finishes the command.',
    );
    await server.signal('SIGKILL');
    const left = await second?.end();
    expect(left?.code).toBe(1);
    expect(left === undefined ? '' : lastWords(left)).toBe(
      'The server stopped before the command finished; start it and run the command again.',
    );
  }, 240_000);
});
