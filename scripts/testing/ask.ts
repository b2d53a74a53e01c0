import { createInterface } from "node:readline";

/** Asks at the terminal. Anything but a yes is a no: another word, the end of the input, Ctrl+C. */
export async function ask(question: string, signal: AbortSignal): Promise<boolean> {
  process.stdout.write(`${question} [y/N] `);
  // The input is not in terminal mode, which would take Ctrl+C from the signal handlers.
  const lines = createInterface({ input: process.stdin, terminal: false, signal });
  for await (const line of lines) return /^\s*y(es)?\s*$/i.test(line);
  return false;
}
