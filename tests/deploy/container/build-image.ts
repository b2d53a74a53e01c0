import { cpSync, globSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { mustRun } from "../support/run-program.ts";
import { createBase } from "./base-image.ts";
import type { Instruction } from "./containerfile.ts";

/** What an engine would run: a file system and how to start in it. */
export interface Image {
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly user: { readonly uid: string; readonly gid: string };
  readonly workdir: string;
  readonly volumes: readonly string[];
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  readonly stopSignal: NodeJS.Signals;
}

export interface BuildOptions {
  /** Where COPY copies from. */
  readonly context: string;
  readonly folder: string;
  readonly tools: string;
  readonly report: (line: string) => void;
}

/** Runs the instructions of a Containerfile, each stage in a root directory of its own. An unknown one is an error. */
export async function buildImage(
  instructions: readonly Instruction[],
  options: BuildOptions,
): Promise<Image> {
  const stages = new Map<string, string>();
  const values = new Map<string, string>();
  let image: Image | undefined;
  for (const instruction of instructions) {
    const { keyword, line } = instruction;
    if (keyword === "FROM") {
      const [base = "", , name = `${stages.size}`] = instruction.text.split(/\s+/);
      const root = join(options.folder, `stage-${stages.size}`);
      await createBase(base, root, options);
      stages.set(name, root);
      image = emptyImage(root);
      continue;
    }
    const step = STEPS[keyword];
    if (image === undefined || step === undefined)
      throw new Error(`line ${line}: this check does not know ${keyword} here`);
    const text = substitute(instruction.text, values);
    const changes = await step(image, { ...instruction, text }, { ...options, stages, values });
    image = { ...image, ...changes };
  }
  if (image === undefined) throw new Error("the Containerfile has no FROM");
  return image;
}

const emptyImage = (root: string): Image => ({
  root,
  environment: { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" },
  labels: {},
  user: { uid: "0", gid: "0" },
  workdir: "/",
  volumes: [],
  entrypoint: [],
  command: [],
  healthCheck: [],
  stopSignal: "SIGTERM",
});

const substitute = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(/\$\{(\w+)\}/g, (whole, name: string) => values.get(name) ?? whole);

interface StepContext extends BuildOptions {
  readonly stages: ReadonlyMap<string, string>;
  readonly values: Map<string, string>;
}

/** Gives what the instruction changes of the image, beside its files. */
type Step = (
  image: Image,
  instruction: Instruction,
  context: StepContext,
) => Promise<Partial<Image>> | Partial<Image>;

const STEPS: Readonly<Record<string, Step>> = {
  ARG: (_image, { text }, { values }) => {
    const [name = "", value = ""] = text.split("=");
    values.set(name, value);
    return {};
  },
  LABEL: ({ labels }, { text }) => ({ labels: { ...labels, ...parsePairs(text) } }),
  ENV: ({ environment }, { text }) => ({ environment: { ...environment, ...parsePairs(text) } }),
  WORKDIR: ({ root }, { text: workdir }) => {
    mkdirSync(join(root, workdir), { recursive: true });
    return { workdir };
  },
  USER: (_image, { text }) => {
    const [uid = "", gid = uid] = text.split(":");
    return { user: { uid, gid } };
  },
  VOLUME: (_image, { text }) => ({ volumes: JSON.parse(text) }),
  EXPOSE: () => ({}),
  STOPSIGNAL: (_image, { text }) => ({ stopSignal: text as NodeJS.Signals }),
  HEALTHCHECK: (_image, { text }) => ({ healthCheck: JSON.parse(text.slice(text.indexOf("["))) }),
  ENTRYPOINT: (_image, { text }) => ({ entrypoint: JSON.parse(text) }),
  CMD: (_image, { text }) => ({ command: JSON.parse(text) }),
  COPY: copy,
  RUN: run,
};

/** `a=b c="d e"` */
const parsePairs = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S+))/g)].map(([, name = "", quoted, plain]) => [
      name,
      quoted ?? plain ?? "",
    ]),
  );

function copy(
  image: Image,
  { text, flags, line }: Instruction,
  { context, stages }: StepContext,
): Partial<Image> {
  const [pattern = "", target = "", ...more] = text.split(/\s+/);
  const stage = flags.get("from");
  const known = [...flags.keys()].every((name) => name === "from");
  if (more.length > 0 || !known) throw new Error(`line ${line}: this check does not know such a COPY`);
  const from = stage === undefined ? context : stages.get(stage);
  if (from === undefined) throw new Error(`line ${line}: there is no stage ${stage}`);
  const found = globSync(pattern.replace(/^\//, ""), { cwd: from }).filter(
    (path) => stage !== undefined || isInContext(context, path),
  );
  if (found.length !== 1) throw new Error(`line ${line}: ${pattern} names ${found.length} files, expected 1`);
  const source = join(from, found[0] as string);
  cpSync(source, join(image.root, target), {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
  });
  return {};
}

/** .containerignore leaves everything out but what it names. */
function isInContext(context: string, path: string): boolean {
  const [first, ...others] = readFileSync(join(context, ".containerignore"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  if (first !== "*" || !others.every((line) => line.startsWith("!")))
    throw new Error(".containerignore must leave out everything (*), and then name what is needed (!…)");
  const isNamed = others.some((line) => globSync(line.slice(1), { cwd: context }).includes(path));
  return isNamed && statSync(join(context, path)).isFile() && basename(path) === path;
}

/** In namespaces of its own: what it mounts is gone afterwards, and there is no network. */
async function run(image: Image, { text }: Instruction): Promise<Partial<Image>> {
  const { root, environment, workdir, user } = image;
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const mounts = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev"';
  await mustRun("unshare", [
    ...["--mount", "--pid", "--fork", "--net", "--ipc"],
    ...["sh", "-c", `${mounts} && exec "$@"`, root],
    ...["chroot", `--userspec=${user.uid}:${user.gid}`, root],
    ...["/usr/bin/env", "-i", `--chdir=${workdir}`, "HOME=/root", ...variables, "/bin/sh", "-c", text],
  ]);
  return {};
}
