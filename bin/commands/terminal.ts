import type { Output } from './command.js';

const CLEAR_LINE = '\r\u001b[2K';

/** Results go to standard output, progress to standard error: on a terminal one updating line, elsewhere one line per second. */
export function terminalOutput(nowMs: () => number = Date.now): Output & { end(): void } {
  const isTerminal = process.stderr.isTTY;
  let isLineOpen = false;
  let lastMs = 0;
  const clear = (): void => {
    if (isLineOpen) process.stderr.write(CLEAR_LINE);
    isLineOpen = false;
  };
  return {
    print(line) {
      clear();
      process.stdout.write(`${line}\n`);
    },
    progress(line) {
      const now = nowMs();
      if (!isTerminal && now - lastMs < 1_000) return;
      lastMs = now;
      process.stderr.write(isTerminal ? `${CLEAR_LINE}${line}` : `${line}\n`);
      isLineOpen = isTerminal;
    },
    end: clear,
  };
}
