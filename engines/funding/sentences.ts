/** Dots that end no sentence: legal forms, places and titles. */
const ABBREVIATIONS =
  /\b(?:inc|corp|co|ltd|llc|plc|pty|pvt|sgr|calif|mass|conn|va|nev|ca|st|mr|ms|mrs|dr|rs|no|vs|jr|sr|u\.s|u\.k|e\.u)\.$/i;
const BREAK = /[.!?](?=["')\]]?\s+["'(]?[\p{Lu}\d£€$])|;\s|\n/gu;
/** Longer texts are not read to their end. */
const MOST_READ = 1_000;

/** Text with plain apostrophes, quotes, dashes and spaces, each as long as it was. */
export function plainMarks(text: string): string {
  return text
    .slice(0, MOST_READ)
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[\u00a0\u2009\u202f]/g, ' ')
    .replace(/–/g, '—');
}

/** The sentences of a text; a semicolon ends one too. */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const match of text.matchAll(BREAK)) {
    const end = match.index + 1;
    if (match[0] === '.' && ABBREVIATIONS.test(text.slice(Math.max(0, end - 8), end))) continue;
    sentences.push(text.slice(start, end).trim());
    start = end;
  }
  sentences.push(text.slice(start).trim());
  return sentences.filter((sentence) => sentence !== '');
}
