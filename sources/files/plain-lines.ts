/** How the lines of a text end. */
export type LineEnd = '\n' | '\r\n';

/** How the first line of a text ends; undefined if it does not end in a line feed. */
export function lineEndOf(text: string): LineEnd | undefined {
  const at = text.indexOf('\n');
  if (at < 0) return undefined;
  return text[at - 1] === '\r' ? '\r\n' : '\n';
}

const OTHER_THAN_CRLF = /\r(?!\n)|(?<!\r)\n/;

/** Whether each line of a text is one record without quotes, and all lines end as the first one of the file. */
export function isPlain(text: string, lineEnd: LineEnd): boolean {
  if (text.includes('"')) return false;
  return lineEnd === '\n' ? !text.includes('\r') : !OTHER_THAN_CRLF.test(text);
}

/** The highest code of a character that is white space for certain, or no visible one: the others start above ASCII. */
const SPACE = 32;
const LAST_ASCII = 127;

function mayTrim(code: number): boolean {
  return code <= SPACE || code > LAST_ASCII;
}

/** The cells of a plain line, trimmed. */
export function cellsOf(line: string, delimiter: string): string[] {
  const cells = line.split(delimiter);
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at] ?? '';
    if (cell !== '' && (mayTrim(cell.charCodeAt(0)) || mayTrim(cell.charCodeAt(cell.length - 1))))
      cells[at] = cell.trim();
  }
  return cells;
}
