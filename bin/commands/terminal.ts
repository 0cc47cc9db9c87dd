import type { Output } from './command.js';

const CLEAR_LINE = '\r\u001b[2K';

/** Results to standard output; progress to standard error: one line that moves on a terminal, a line a second elsewhere. */
export function terminalOutput(nowMs: () => number = Date.now): Output & { end(): void } {
  const isTerminal = process.stderr.isTTY;
  let isMoving = false;
  let lastMs = 0;
  const clear = (): void => {
    if (isMoving) process.stderr.write(CLEAR_LINE);
    isMoving = false;
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
      isMoving = isTerminal;
    },
    end: clear,
  };
}
