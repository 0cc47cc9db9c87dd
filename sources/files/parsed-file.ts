import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { ImportError } from './import-report.js';
import { parsedJson } from './read-records.js';

const BYTES_PER_MIB = 1024 * 1024;

/** Refuses a file that is larger than any of its kind. */
export async function checkSize(file: string, mostMib: number): Promise<void> {
  const { size } = await stat(file);
  if (size > mostMib * BYTES_PER_MIB) throw new ImportError(`The file has more than ${mostMib} MiB.`);
}

/** The content of a JSON file of at most so many MiB. */
export async function parsedFile(file: string, mostMib: number): Promise<unknown> {
  await checkSize(file, mostMib);
  return parsedJson(await readFile(file, 'utf8'));
}

const recording = z.object({ url: z.string(), body: z.unknown() });

/** An answer that stands alone, or the `body` of one that was recorded with its `url`. */
export function answerIn(given: unknown): unknown {
  const recorded = recording.safeParse(given);
  return recorded.success ? recorded.data.body : given;
}
