import path from 'node:path';

const ACCESSION = /(?<!\d)(\d{10})-?(\d{2})-?(\d{6})(?!\d)/;

/** The accession number in the name of a file or of its folder, as on the SEC's server; null without one. */
export function accessionInName(file: string): string | null {
  const [, filer, year, number] =
    ACCESSION.exec(path.basename(file)) ?? ACCESSION.exec(path.basename(path.dirname(file))) ?? [];
  return filer === undefined ? null : `${filer}-${String(year)}-${String(number)}`;
}
