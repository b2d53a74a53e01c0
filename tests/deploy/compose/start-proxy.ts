import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../../../packages/server/src/cli/testing/free-port.ts";
import { deployPath } from "../support/deploy-files.ts";
import { PATH } from "../support/programs.ts";
import { untilAnswered } from "../support/until-answered.ts";

export interface RunningProxy {
  /** Of the public port. */
  readonly url: string;
  /** Of the port that leads to the public one. */
  readonly redirectUrl: string;
  readonly output: () => string;
  /** As compose stops it; resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** HAProxy with the configuration of deploy/compose, on the loopback. */
export async function startProxy(options: {
  /** `127.0.0.1:4455` */
  readonly nodes: readonly [string, string];
  /** What follows the address in LISTEN. */
  readonly listenOptions?: string;
}): Promise<RunningProxy> {
  const { nodes, listenOptions = "" } = options;
  const [port, redirectPort] = [await freePort(), await freePort()];
  const redirectUrl = `http://127.0.0.1:${redirectPort}`;
  // In the foreground (-db), and with a master as in the image (-W).
  const child = spawn("haproxy", ["-W", "-db", "-f", deployPath("compose/haproxy.cfg")], {
    env: {
      PATH,
      LISTEN: `127.0.0.1:${port} ${listenOptions}`.trim(),
      REDIRECT: `127.0.0.1:${redirectPort}`,
      NODE_1: nodes[0],
      NODE_2: nodes[1],
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const end = () => void child.kill("SIGTERM");
  process.once("exit", end);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  const ended = once(child, "exit");
  const failed = ended.then(([code]) => {
    throw new Error(`haproxy ended with ${code}: ${output}`);
  });
  failed.catch(() => undefined);
  await Promise.race([untilAnswered(redirectUrl, 308), failed]);
  return {
    url: `${listenOptions === "" ? "http" : "https"}://127.0.0.1:${port}`,
    redirectUrl,
    output: () => output,
    async stop() {
      process.off("exit", end);
      child.kill("SIGUSR1");
      const [code] = await ended;
      return code;
    },
  };
}
