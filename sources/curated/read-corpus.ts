import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { companyFile, investorFile, type CompanyFile, type InvestorFile } from './corpus-files.js';

export interface Corpus {
  readonly companies: readonly CompanyFile[];
  readonly investors: readonly InvestorFile[];
  /** Of all files: differs once any of them does. */
  readonly digest: string;
}

/** The files of the corpus before they are checked, which takes a hundred times as long as reading them. */
export interface CorpusFiles {
  readonly digest: string;
  /** Names of the files. */
  readonly companies: readonly string[];
  readonly investors: readonly string[];
  /** Throws a CorpusError for the first one that is not as it must be. */
  check(): Corpus;
}

/** A file that is not as it must be; the message names the file and each wrong place. */
export class CorpusError extends Error {
  override readonly name = 'CorpusError';
}

/** The build contains only code, so the files are read from the source folder. */
function folder(name: string): URL {
  const beside = new URL(`./${name}/`, import.meta.url);
  return existsSync(beside) ? beside : new URL(`../../../sources/curated/${name}/`, import.meta.url);
}

interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** The files of a folder in the order of their names. */
function readFolder(at: URL): readonly NamedText[] {
  const names = readdirSync(at)
    .filter((name) => name.endsWith('.json'))
    .sort();
  return names.map((name) => ({ name, text: readFileSync(fileURLToPath(new URL(name, at)), 'utf8') }));
}

/** Reads every file, and checks none. */
export function readCorpusFiles(
  companies: URL = folder('companies'),
  investors: URL = folder('investors'),
): CorpusFiles {
  const [companyTexts, investorTexts] = [readFolder(companies), readFolder(investors)];
  const hash = createHash('sha256');
  for (const { name, text } of [...companyTexts, ...investorTexts]) hash.update(`${name}\n${text}`);
  const digest = hash.digest('hex');
  return {
    digest,
    companies: companyTexts.map(({ name }) => name),
    investors: investorTexts.map(({ name }) => name),
    check: () => ({
      companies: companyTexts.map(({ name, text }) => readCorpusFile(name, text, companyFile)),
      investors: investorTexts.map(({ name, text }) => readCorpusFile(name, text, investorFile)),
      digest,
    }),
  };
}

/**
 * One file of the corpus. Throws a CorpusError that names each fact without a source or a date, and whatever else is
 * wrong.
 */
export function readCorpusFile<File extends { readonly slug: string }>(
  name: string,
  text: string,
  format: z.ZodType<File>,
): File {
  const file = format.safeParse(jsonOf(name, text));
  if (!file.success) throw new CorpusError(`${name}: ${z.prettifyError(file.error)}`);
  if (`${file.data.slug}.json` !== name) throw new CorpusError(`${name} has the slug ${file.data.slug}.`);
  return file.data;
}

function jsonOf(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CorpusError(`${name} is not JSON.`, { cause: error });
  }
}

/** Reads and checks every file. Throws a CorpusError for the first one that is not as it must be. */
export function readCorpus(companies?: URL, investors?: URL): Corpus {
  return readCorpusFiles(companies, investors).check();
}
