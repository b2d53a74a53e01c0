import { setTimeout as sleep } from "node:timers/promises";
import type { Driven } from "../client.ts";
import { startProgram } from "./run-program.ts";

/** Above what Spring takes on a busy machine. */
const START_MILLISECONDS = 240_000;

/** Starts a client's web server and resolves when it answers. It ends with the scope that holds it. */
export async function startServer(
  { folder, scene }: Driven,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<AsyncDisposable> {
  const program = startProgram(command, args, {
    folder,
    env: { ...env, CLIENT_TEST_SCENE: JSON.stringify(scene) },
  });
  let isRunning = true;
  void program.ended
    .catch(() => undefined)
    .finally(() => {
      isRunning = false;
    });
  const deadline = performance.now() + START_MILLISECONDS;
  while (isRunning && performance.now() < deadline) {
    if (await answers(scene.port)) return { [Symbol.asyncDispose]: () => program.stop() };
    await sleep(100);
  }
  await program.stop();
  throw new Error(`${command} did not start:\n${program.tail()}`);
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`, { redirect: "manual" }).then(
    async (response) => {
      await response.body?.cancel();
      return true;
    },
    () => false,
  );
