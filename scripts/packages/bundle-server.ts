import { join, relative } from "node:path";
import { rolldown } from "rolldown";
import { root } from "../testing/root.ts";
import { shipNamedFiles } from "./ship-named-files.ts";

/** pg looks for them, and works without: a binding to a C library, and the sockets of another runtime. */
const ABSENT = ["pg-native", "pg-cloudflare"];

/**
 * Bundles the server and its dependencies into `bin/licet.mjs` and the modules of `lib/`, with their source maps.
 * Commands stay apart, so each loads its own modules only. Names stay as they are written: the stack of an error can be
 * read without its map, too. Returns the ids of the modules that the bundle contains.
 */
export async function bundleServer(target: string): Promise<readonly string[]> {
  await using bundle = await rolldown({
    cwd: root,
    input: { licet: join(root, "packages/server/bin/licet.mjs") },
    platform: "node",
    external: ABSENT,
    tsconfig: false,
    transform: { target: "node24" },
    plugins: [
      shipNamedFiles({
        [join(root, "packages/console/dist")]: "console",
        [join(root, "docs/.vitepress/dist")]: "docs",
        [join(root, "packages/server/templates")]: "templates",
      }),
    ],
    onLog(level, log) {
      throw new Error(`the bundle has a problem (${level}): ${log.message}`);
    },
  });
  const { output } = await bundle.write({
    dir: target,
    format: "esm",
    entryFileNames: ({ name }) => (name === "licet" ? "bin/licet.mjs" : "lib/[name].js"),
    chunkFileNames: "lib/[name].js",
    assetFileNames: "lib/assets/[name]-[hash][extname]",
    sourcemap: true,
    sourcemapPathTransform: (source, map) => nameSource(relative(root, join(map, "..", source))),
  });
  return output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
}

/** `packages/server/src/main.ts` is `../src/main.ts`: the path that it would have in the package. */
const nameSource = (path: string): string => `../${path.replace(/^packages\/server\//, "")}`;
