import type { Terminal } from "../terminal.ts";

/** Says on stderr how far long work is: in place at a terminal, and in a line from time to time elsewhere. */
export interface ProgressLine {
  readonly isTerminal: boolean;
  /** The text is made only when it is time to say something. */
  say(text: () => string): void;
  /** Removes the last message from a terminal. */
  end(): void;
}

const AT_TERMINAL_MILLISECONDS = 200;
const ELSEWHERE_MILLISECONDS = 10_000;

export function createProgressLine(stderr: Terminal["stderr"]): ProgressLine {
  const isTerminal = stderr.isTTY === true;
  const every = isTerminal ? AT_TERMINAL_MILLISECONDS : ELSEWHERE_MILLISECONDS;
  let saidAt = performance.now();
  let hasLine = false;
  return {
    isTerminal,
    say(text) {
      if (performance.now() - saidAt < every) return;
      saidAt = performance.now();
      stderr.write(isTerminal ? `\r\u001b[K${text()}` : `${text()}\n`);
      hasLine = isTerminal;
    },
    end() {
      if (hasLine) stderr.write("\r\u001b[K");
      hasLine = false;
    },
  };
}
