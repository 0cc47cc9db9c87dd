import type { Output } from './command.js';

const CLEAR_LINE = '\r\u001b[2K';

/**
 * What a terminal obeys or what turns text around, which names and texts of vendors may have. Tabs and line ends stay.
 */
const OBEYED = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** A line with those characters as escapes, which JSON reads as what they were. */
export function shownLine(line: string): string {
  return line.replace(OBEYED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A text of vendors in one line: its line ends, which would start lines of the program's own, as escapes. */
export function oneLine(text: string): string {
  return shownLine(text).replaceAll('\n', '\\n');
}

/**
 * Results go to standard output, errors and progress to standard error: progress on a terminal as one updating line,
 * elsewhere as one line per second.
 */
export function terminalOutput(nowMs: () => number = Date.now): Output & { end(): void } {
  const isTerminal = process.stderr.isTTY;
  let isLineOpen = false;
  let lastMs = 0;
  const clear = (): void => {
    if (isLineOpen) process.stderr.write(CLEAR_LINE);
    isLineOpen = false;
  };
  const write = (stream: NodeJS.WriteStream, line: string): void => {
    clear();
    stream.write(`${shownLine(line)}\n`);
  };
  return {
    print: (line) => write(process.stdout, line),
    error: (line) => write(process.stderr, line),
    progress(line) {
      const now = nowMs();
      if (!isTerminal && now - lastMs < 1_000) return;
      lastMs = now;
      process.stderr.write(isTerminal ? `${CLEAR_LINE}${shownLine(line)}` : `${shownLine(line)}\n`);
      isLineOpen = isTerminal;
    },
    end: clear,
  };
}
