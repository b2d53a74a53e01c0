/**
 * Prints `message`, then shows progress; returns the function that ends it. It writes to stderr, because stdout belongs
 * to the program that starts afterwards.
 */
export function showProgress(message) {
  const { stderr } = process;
  const startedAt = performance.now();
  const seconds = () => `${Math.round((performance.now() - startedAt) / 1000)} s`;
  stderr.write(`${message}${stderr.isTTY ? "" : "\n"}`);
  const timer = stderr.isTTY
    ? setInterval(() => stderr.write(`\r${message} ${seconds()}`), 1_000)
    : setInterval(() => stderr.write(`  … ${seconds()}\n`), 5_000);
  return (outcome) => {
    clearInterval(timer);
    stderr.write(`${stderr.isTTY ? `\r${message}` : " "} ${outcome} after ${seconds()}\n`);
  };
}
