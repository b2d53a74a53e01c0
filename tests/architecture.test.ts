/** Which folder may import which, and which folder owns which package. See docs/architecture.md. */

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../packages/server/src/", import.meta.url));

const MODULES =
  "core|engine|input|permissions|accounts|directory|files|import|limits|tokens|oauth|audit|observability|operations|setup|backup";
/**
 * The imports that each folder or root file may have beside its own folder: paths under `packages/server/src`, and
 * `engine/…` for `@licet/engine/internal/…`. A folder inside another may have a rule of its own.
 */
const ARROWS: Readonly<Record<string, RegExp>> = {
  core: /^engine\/values\//,
  input: /^(core|engine\/values)\//,
  permissions: /^(core|engine)\//,
  accounts: /^(core|engine|directory\/kinds)\//,
  // What is known of a kind needs nothing of what is done with it.
  "directory/kinds": /^(core|engine|input)\/|^accounts\/(client-assertion-lifetime|public-application)\.ts$/,
  directory:
    /^(core|engine|input|permissions|accounts)\/|^audit\/(events|stores)\.ts$|^tokens\/client-jwks\.ts$|^import\/store-import-set\.ts$/,
  files: /^(core|engine|input|directory)\//,
  import: /^(core|engine|input|directory)\//,
  setup: /^(core|engine|accounts|permissions|directory|audit)\/|^operations\/stores\.ts$/,
  operations: /^(core|engine|audit|directory)\//,
  limits: /^(core|engine\/values)\//,
  tokens: /^(core|engine\/values)\//,
  audit: /^(core|engine\/values)\//,
  observability: /^(core|engine\/values)\//,
  oauth: /^(core|engine|permissions|accounts|tokens)\/|^audit\/(events|recorder)\.ts$/,
  backup: /^(core|engine\/values)\/|^tokens\/(stores|keys\/secret-seals)\.ts$/,
  storage:
    /^(core|engine\/values|directory\/kinds)\/|^directory\/(change|references|stores|directory-store)\.ts$|^engine\/(entities|model)\.ts$|^[a-z]+\/(stores|entities|events)\.ts$|^accounts\/session\.ts$|^oauth\/(delegation|interaction|consent)\.ts$/,
  http: new RegExp(`^(${MODULES})/|^settings/settings\\.ts$`),
  cli: new RegExp(
    `^(${MODULES}|workers)/|^(settings/settings|compose/(create-server|compose-backup|compose-metrics)|services|version)\\.ts$|^http/connection/(listener|accept-connections|bind-socket)\\.ts$|^storage/lock-for-workers\\.ts$`,
  ),
  // Without http and storage: a parent loads little. Of http only types.
  workers:
    /^(core|observability)\/|^settings\/settings\.ts$|^http\/(operations-routes|connection\/(listener|accept-connections))\.ts$/,
  settings: /^(core|engine\/values|observability)\//,
  compose: new RegExp(`^(${MODULES}|http|workers)/|^(settings/settings|services|version)\\.ts$`),
  // Without the services: a backup opens no key, and a restore has no database yet.
  "compose/compose-backup.ts": /^(core|backup|storage\/backup|engine\/values)\/|^version\.ts$/,
  // Without the services: the parent of workers opens no database.
  "compose/compose-metrics.ts":
    /^http\/(connection|metrics)\/|^http\/security-headers\.ts$|^observability\/|^settings\/settings\.ts$/,
  "services.ts": new RegExp(`^(${MODULES}|storage)/|^settings/settings\\.ts$`),
  "version.ts": /^\.\.\/package\.json$/,
  "for-console.ts": /^http\/pages\//,
  "main.ts": /./,
};

/** The owners of each package. A package that is not listed needs an owner here and a line in an ADR. */
const OWNERS: readonly (readonly [packages: RegExp, owners: RegExp])[] = [
  [/^node:process$/, /^main\.ts$/],
  [/^node:sqlite$|^pg$|^kysely$/, /^storage\//],
  [/^node:/, /./],
  // Loaded by its command alone: no other start pays for it.
  [/^@licet\/convert$/, /^cli\/convert\//],
  [/^jose$/, /^tokens\//],
  [/^fastify$|^@fastify\//, /^http\/|^compose\/create-server\.ts$/],
  [/^yaml$/, /^(files|settings)\//],
  [/^zod$/, /^(input|directory|files|import|http)\//],
  [/^commander$/, /^(cli\/|main\.ts$)/],
  [/^pino$|^prom-client$/, /^(audit|http|observability)\/|^compose\/create-server\.ts$/],
  [/^@opentelemetry$|^@opentelemetry\//, /^observability\/telemetry\//],
];

/** Tests, and what they share: free in what they import, out of reach for everything else. */
const FOR_TESTS = /\.test\.ts$|(^|\/)(testing|contract)\//;

const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "");
const IMPORT =
  /\b(?:import|export)\b[^"'`;]*?\bfrom\s*["']([^"']+)["']|\bimport(?:\s+|\s*\(\s*)["']([^"']+)["']/g;
const importsOf = (text: string) => Array.from(text.matchAll(IMPORT), (match) => match[1] ?? match[2] ?? "");
const folderOf = (path: string) => path.split("/")[0] ?? path;
/** The file or the innermost folder of it that has a rule. */
const ownRuleOf = (file: string) =>
  [file, file.split("/").slice(0, 2).join("/")].find((path) => Object.hasOwn(ARROWS, path)) ?? folderOf(file);
const packageOf = (name: string) =>
  name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/");

/** Returns the rule that an import breaks, as a message; undefined if it breaks none. */
function findBrokenRule(file: string, imported: string): string | undefined {
  const name = packageOf(imported);
  if (!imported.startsWith(".") && name !== "@licet/engine") {
    const owner = OWNERS.find(([packages]) => packages.test(name))?.[1];
    if (owner?.test(file)) return undefined;
    return `${file} imports ${imported}: ${owner ? `only ${owner.source} may` : "the package has no owner yet"}`;
  }
  const target = imported.startsWith(".")
    ? posix.join(posix.dirname(file), imported)
    : imported.replace(/^@licet\/engine(\/internal)?/, "engine");
  if (FOR_TESTS.test(target)) return `${file} imports ${target}: it is for tests only`;
  const folder = ownRuleOf(file);
  if (target.startsWith(`${folder}/`)) return undefined;
  const allowed = ARROWS[folder];
  if (allowed?.test(target)) return undefined;
  return `${file} imports ${target}: ${allowed ? `${folder} may reach ${allowed.source} only` : "the folder has no rule yet"}`;
}

const readSource = (folder: string) =>
  new Map(
    globSync("**/*.{ts,tsx}", { cwd: folder })
      .filter((file) => !FOR_TESTS.test(file))
      .map((file) => [file, withoutComments(readFileSync(folder + file, "utf8"))]),
  );
const files = readSource(source);

test("every import follows the arrows, and every package stays with its owner", () => {
  const found = [...files].flatMap(([file, text]) =>
    importsOf(text).map((imported) => findBrokenRule(file, imported)),
  );
  assert.ok(files.size > 0 && found.length > 0, "the test found nothing to look at");
  assert.deepEqual(
    found.filter((problem) => problem !== undefined),
    [],
  );
});

test("an import against the arrows or of a foreign package is named with its rule", () => {
  assert.match(
    findBrokenRule("core/ids.ts", "../oauth/form.ts") ?? "",
    /core\/ids\.ts imports oauth\/form\.ts: core may reach/,
  );
  assert.match(findBrokenRule("http/token-route.ts", "../storage/open.ts") ?? "", /http may reach/);
  assert.match(findBrokenRule("storage/schema.ts", "../permissions/check.ts") ?? "", /storage may reach/);
  assert.match(
    findBrokenRule("storage/schema.ts", "@licet/engine/internal/decide.ts") ?? "",
    /storage may reach/,
  );
  assert.match(
    findBrokenRule("oauth/form.ts", "@licet/engine/internal/testing/oracle.ts") ?? "",
    /for tests only/,
  );
  assert.equal(findBrokenRule("storage/schema.ts", "@licet/engine/internal/entities.ts"), undefined);
  assert.match(findBrokenRule("oauth/form.ts", "jose") ?? "", /only \^tokens/);
  assert.match(findBrokenRule("oauth/form.ts", "left-pad/x.js") ?? "", /no owner/);
  assert.equal(findBrokenRule("storage/tables.ts", "../directory/change.ts"), undefined);
});

test("OpenTelemetry is loaded by one dynamic import, where it is turned on", () => {
  const loading = /import (?!type)[^;]*from "@opentelemetry\//;
  const loaders = new Set([...files].filter(([, text]) => loading.test(text)).map(([file]) => file));
  assert.ok(loaders.has("observability/telemetry/start-telemetry.ts"), "the test found nothing to look at");
  const importers = (pattern: RegExp) =>
    [...files].flatMap(([file, text]) =>
      Array.from(text.matchAll(pattern), ([, path = ""]) => ({
        file,
        target: posix.join(posix.dirname(file), path),
      })),
    );
  const plain = importers(/\b(?:import|export) (?!type\b)[^;"]*?from "(\.[^"]+)"/g);
  // Whatever imports one of them is loaded together with it.
  for (let size = 0; size < loaders.size; ) {
    size = loaders.size;
    for (const { file, target } of plain) if (loaders.has(target)) loaders.add(file);
  }
  assert.deepEqual(
    [...loaders].filter((file) => !file.startsWith("observability/telemetry/")),
    [],
  );
  const dynamic = importers(/\bimport\("(\.[^"]+)"\)/g).filter(({ target }) => loaders.has(target));
  assert.deepEqual(
    dynamic.map(({ file }) => file),
    ["observability/telemetry/open-telemetry.ts"],
  );
});

test("a redirect is trusted without a look at what was registered only where it comes from its own record", () => {
  const restoring = [...files].filter(([, text]) => /\brestoreRedirect\b/.test(text)).map(([file]) => file);
  assert.deepEqual(restoring.toSorted(), ["oauth/authorize/trusted-redirect.ts", "oauth/interactions.ts"]);
});

test("the keys of principals are made and taken apart in one place", () => {
  const types = "user|group|application|access_account";
  const byHand = new RegExp(`(?:startsWith|slice)\\("(?:${types}):"|\`(?:${types}):\\$\\{(?!string\\})`);
  // Topics of the change feed begin with `user:`, too. Migrations stay as they were.
  const others = /^directory\/kinds\/user\.ts$|^accounts\/users\.ts$|^storage\/migrations\//;
  assert.deepEqual(
    [...files].filter(([file, text]) => !others.test(file) && byHand.test(text)).map(([file]) => file),
    [],
  );
  assert.match('name.startsWith("user:")', byHand);
  assert.match("`group:$" + "{name}`", byHand);
});

test("the state is written in one way: planned, committed at its revision, and tried again", () => {
  const commits = /\.commit\(|\bretryPauseMilliseconds\b/;
  const others = [...files].filter(
    ([file, text]) => commits.test(text) && file !== "core/time/retry-pause.ts",
  );
  assert.deepEqual(
    others.map(([file]) => file),
    ["directory/commit-planned.ts"],
  );
});

test("only the command line writes without the guards of the API", () => {
  const unguarded = [...files].filter(([, text]) => /\bcreateOperatorWrite/.test(text));
  assert.deepEqual(unguarded.map(([file]) => file).toSorted(), [
    "cli/operator.ts",
    "directory/write/create-management.ts",
    "directory/write/write-state.ts",
  ]);
});

test("commands take the services that they use, not all of them", () => {
  const takesAll = [...files].filter(
    // The start of a server hands all of them to the demo.
    ([file, text]) =>
      /^cli\/(?!convert|demo|serve|testing)[a-z]+\//.test(file) && /: Services\b(?!\[)/.test(text),
  );
  assert.deepEqual(
    takesAll.map(([file]) => file),
    [],
  );
});

test("errors are told apart by their class, never by its name", () => {
  // The one exception is an error of Node's own, which has no class.
  const named = [...files].filter(([, text]) =>
    /"[A-Z]\w*Error"/.test(text.replace(/override readonly name = "\w+"/g, "")),
  );
  assert.deepEqual(
    named.map(([file]) => file),
    ["oauth/outbound/post-form.ts"],
  );
});

test("the server imports no example, and finds them in one place", () => {
  // An import by a computed path would not be read as one, so every mention of the folder counts.
  const mentioning = [...files].filter(([, text]) => /(?:\.\.\/){3,}examples\//.test(text));
  assert.deepEqual(
    mentioning.map(([file]) => file),
    ["cli/demo/example-files.ts"],
  );
  assert.deepEqual(importsOf(files.get("cli/demo/example-files.ts") ?? ""), []);
});

test("the example shop imports its own files and modules of Node, nothing of the packages", () => {
  const shop = fileURLToPath(new URL("../examples/shop/", import.meta.url));
  const imports = globSync("**/*.ts", { cwd: shop })
    .filter((file) => !/\.test\.ts$|^testing\//.test(file))
    .flatMap((file) =>
      importsOf(withoutComments(readFileSync(shop + file, "utf8"))).map((name) => ({ file, name })),
    );
  assert.ok(imports.length > 0, "the test found nothing to look at");
  const foreign = imports.filter(({ file, name }) =>
    name.startsWith(".") ? posix.join(posix.dirname(file), name).startsWith("..") : !name.startsWith("node:"),
  );
  assert.deepEqual(foreign, []);
});

test("only main.ts touches the process", () => {
  const touching = [...files].filter(
    ([file, text]) => file !== "main.ts" && /\bprocess\s*\.\s*[a-z]/i.test(text),
  );
  assert.deepEqual(
    touching.map(([file]) => file),
    [],
  );
});

const engineFiles = readSource(fileURLToPath(new URL("../packages/engine/src/", import.meta.url)));

test("the engine runs everywhere: it imports its own files, CEL and a hash, and uses nothing of Node", () => {
  const OWNED: Readonly<Record<string, RegExp>> = {
    "@bufbuild": /^conditions\//,
    "@noble": /^assignment-id\.ts$/,
  };
  const problems = [...engineFiles].flatMap(([file, text]) => {
    const foreign = importsOf(text).filter((imported) =>
      imported.startsWith(".")
        ? posix.join(posix.dirname(file), imported).startsWith("..")
        : !OWNED[folderOf(imported)]?.test(file),
    );
    const globals = text.match(/\b(?:process|Buffer|setImmediate|__dirname|globalThis)\b(?=\s*[.(])/g) ?? [];
    return [...foreign, ...globals].map((found) => `${file}: ${found}`);
  });
  assert.ok(engineFiles.size > 0, "the test found nothing to look at");
  assert.deepEqual(problems, []);
});

test("values of the engine import nothing else of it, and conditions only values", () => {
  const ARROWS_WITHIN: Readonly<Record<string, RegExp>> = {
    values: /^values\//,
    conditions: /^(conditions|values)\//,
  };
  const problems = [...engineFiles].flatMap(([file, text]) => {
    const allowed = ARROWS_WITHIN[folderOf(file)];
    return importsOf(text)
      .filter((imported) => imported.startsWith("."))
      .map((imported) => posix.join(posix.dirname(file), imported))
      .filter((target) => allowed && !allowed.test(target))
      .map((target) => `${file} imports ${target}`);
  });
  assert.deepEqual(problems, []);
});

const convertFiles = readSource(fileURLToPath(new URL("../packages/convert/src/", import.meta.url)));

test("converters get the rules of the server as arguments: they import their own files and values of the engine", () => {
  const foreign = [...convertFiles].flatMap(([file, text]) =>
    importsOf(text)
      .filter((imported) =>
        imported.startsWith(".")
          ? posix.join(posix.dirname(file), imported).startsWith("..")
          : !imported.startsWith("@licet/engine/internal/values/"),
      )
      .map((imported) => `${file} imports ${imported}`),
  );
  assert.ok(convertFiles.size > 0, "the test found nothing to look at");
  assert.deepEqual(foreign, []);
});

test("licet convert alone loads the converters", () => {
  const loading = /\bfrom "[^"]*\/convert\/[^"]*"/;
  const importing = [...files].filter(
    ([file, text]) => !file.startsWith("cli/convert/") && loading.test(text),
  );
  assert.deepEqual(
    importing.map(([file]) => file),
    [],
  );
  assert.match(files.get("cli/command-table.ts") ?? "", /\bimport\("\.\/convert\/convert-command\.ts"\)/);
});

const sdkFiles = readSource(fileURLToPath(new URL("../packages/sdk/src/", import.meta.url)));

/** The imports of each folder of the SDK beside its own. An entry point is small because it reaches no other. */
const SDK_ARROWS: Readonly<Record<string, RegExp>> = {
  common: /^$/,
  client: /^common\/|^jose$/,
  permissions: /^common\//,
};

test("the callers' parts of the SDK run everywhere, and none loads another", () => {
  const problems = [...sdkFiles].flatMap(([file, text]) => {
    const allowed = SDK_ARROWS[folderOf(file)];
    if (!allowed) return [];
    const targets = importsOf(text).map((imported) =>
      imported.startsWith(".") ? posix.join(posix.dirname(file), imported) : imported,
    );
    const foreign = targets.filter((target) => folderOf(target) !== folderOf(file) && !allowed.test(target));
    const globals = text.match(/\b(?:process|Buffer|__dirname)\b(?=\s*[.(])/g) ?? [];
    return [...foreign, ...globals].map((found) => `${file}: ${found}`);
  });
  assert.ok(sdkFiles.size > 0, "the test found nothing to look at");
  assert.deepEqual(problems, []);
});

test("no file imports itself, however long the way", () => {
  const found = [files, convertFiles, engineFiles, sdkFiles].flatMap(findCycles);
  assert.deepEqual(found, []);
});

function findCycles(files: ReadonlyMap<string, string>): readonly string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(" → "));
    if (done.has(file) || path.includes(file)) return;
    for (const imported of importsOf(files.get(file) ?? "").filter((name) => name.startsWith("."))) {
      visit(posix.join(posix.dirname(file), imported), [...path, file]);
    }
    done.add(file);
  };
  for (const file of files.keys()) visit(file, []);
  return cycles;
}

const consoleSource = fileURLToPath(new URL("../packages/console/src/", import.meta.url));

/** The folders below the views; none of them imports a view. */
const BELOW_VIEWS = "values|texts|ui|auth|api|parts|components";
/** The imports that each folder or root file of the console may have beside its own folder, as paths under its `src`. */
const CONSOLE_ARROWS: Readonly<Record<string, RegExp>> = {
  values: /^$/,
  texts: /^$/,
  ui: /^(values|texts)\//,
  auth: /^(values|texts)\//,
  api: /^(values|texts|auth)\//,
  parts: /^(texts|ui)\//,
  components: /^(values|texts|ui|auth|api)\//,
  shell: new RegExp(`^(${BELOW_VIEWS})/`),
  "root-route.tsx": /^(parts|components|shell)\//,
  features: new RegExp(
    `^(${BELOW_VIEWS})/|^shell/(navigation-entries|texts)\\.ts$|^root-route\\.tsx$|^\\.\\./\\.\\./server/src/for-console\\.ts$`,
  ),
  "router.tsx": /^features\/[a-z]+\/routes\.ts$|^parts\/|^root-route\.tsx$/,
  "start.ts": /^auth\/|^main\.tsx$/,
  "main.tsx": /^(texts|ui|auth|api|components|shell)\/|^router\.tsx$/,
};

/** A feature is a folder of its own; `ui` and `components` are folders of topics. */
const topicOf = (path: string) => posix.dirname(path).split("/").slice(0, 2).join("/");
const isSameFeature = (file: string, target: string) =>
  file.startsWith("features/") ? topicOf(file) === topicOf(target) : folderOf(file) === folderOf(target);

function findBrokenConsoleRule(file: string, imported: string): string | undefined {
  if (!imported.startsWith(".")) return undefined;
  const target = posix.join(posix.dirname(file), imported);
  if (target.includes("/") && isSameFeature(file, target)) return undefined;
  const allowed = CONSOLE_ARROWS[folderOf(file)];
  if (allowed?.test(target)) return undefined;
  return `${file} imports ${target}: ${allowed ? `${folderOf(file)} may reach ${allowed.source} only` : "the folder has no rule yet"}`;
}

const consoleFiles = readSource(consoleSource);
const consoleImports = [...consoleFiles].flatMap(([file, text]) =>
  importsOf(text).map((imported) => ({ file, imported })),
);

test("every import of the console follows its arrows, and no feature knows another", () => {
  assert.ok(consoleImports.length > 0, "the test found nothing to look at");
  assert.deepEqual(
    consoleImports.flatMap(({ file, imported }) => findBrokenConsoleRule(file, imported) ?? []),
    [],
  );
});

test("an import of the console against its arrows is named with its rule", () => {
  assert.match(findBrokenConsoleRule("ui/button/button.tsx", "../../auth/may.ts") ?? "", /ui may reach/);
  assert.match(findBrokenConsoleRule("auth/tokens.ts", "../api/problem.ts") ?? "", /auth may reach/);
  assert.match(
    findBrokenConsoleRule("features/roles/role-page.tsx", "../draft/texts.ts") ?? "",
    /features may/,
  );
  assert.match(
    findBrokenConsoleRule("features/users/texts.ts", "../../../../server/src/core/ids.ts") ?? "",
    /features may/,
  );
  assert.match(findBrokenConsoleRule("widgets/clock.tsx", "../ui/time.tsx") ?? "", /no rule yet/);
  assert.equal(findBrokenConsoleRule("features/users/routes.ts", "./profile/profile-tab.tsx"), undefined);
  assert.equal(findBrokenConsoleRule("features/users/routes.ts", "../../parts/lazy-view.tsx"), undefined);
});

test("no topic of the console imports itself, however long the way", () => {
  const edges = new Map<string, Set<string>>();
  for (const { file, imported } of consoleImports.filter((one) => one.imported.startsWith("."))) {
    const [from, to] = [topicOf(file), topicOf(posix.join(posix.dirname(file), imported))];
    if (from !== to && from !== "." && to !== ".") edges.set(from, (edges.get(from) ?? new Set()).add(to));
  }
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (topic: string, path: readonly string[]) => {
    if (path.includes(topic)) cycles.push([...path.slice(path.indexOf(topic)), topic].join(" → "));
    if (done.has(topic) || path.includes(topic)) return;
    for (const next of edges.get(topic) ?? []) visit(next, [...path, topic]);
    done.add(topic);
  };
  for (const topic of edges.keys()) visit(topic, []);
  assert.deepEqual(cycles, []);
});

test("no folder of the server or the console has more than 30 files beside each other", () => {
  const crowded = [
    ...Map.groupBy(globSync("**/*.*", { cwd: consoleSource }), (file) => posix.dirname(file)),
    ...Map.groupBy(files.keys(), (file) => posix.dirname(file)),
  ].filter(([, inside]) => inside.length > 30);
  assert.deepEqual(
    crowded.map(([folder, inside]) => `${folder}: ${inside.length}`),
    [],
  );
});

const sdkServerFiles = readSource(fileURLToPath(new URL("../packages/sdk/src/server/", import.meta.url)));

test("the part of the SDK for APIs runs everywhere: only adapters know Node and frameworks, and by their types alone", () => {
  const ADAPTERS: Readonly<Record<string, RegExp>> = {
    "node:http": /^(node|express|node-messages)\.ts$/,
    fastify: /^fastify\.ts$/,
    hono: /^hono\.ts$/,
  };
  const problems = [...sdkServerFiles].flatMap(([file, text]) => {
    const foreign = importsOf(text).filter((imported) =>
      imported.startsWith(".")
        ? !/^(\.\/|\.\.\/common\/)/.test(imported)
        : imported !== "jose" && !ADAPTERS[imported]?.test(file),
    );
    const loaded = text.match(/^import (?!type\b).*from "(?!\.|jose")[^"]+"/gm) ?? [];
    const globals = text.match(/\b(?:process|Buffer|setImmediate|__dirname)\b(?=\s*[.(])/g) ?? [];
    return [...foreign, ...loaded, ...globals].map((found) => `${file}: ${found}`);
  });
  assert.ok(sdkServerFiles.size > 0, "the test found nothing to look at");
  assert.deepEqual(problems, []);
});
