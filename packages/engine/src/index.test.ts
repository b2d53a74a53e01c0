import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as exported from "./index.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

test("the package exports the functions and errors that its README names, and no others", () => {
  const [, section = ""] = readme.split(/^## What it exports$/m);
  const [table = ""] = section.split(/^## /m);
  const cells = Array.from(table.matchAll(/^\| (`.*?) \|/gm), ([, cell = ""]) => cell);
  const named = cells.flatMap((cell) => Array.from(cell.matchAll(/`(\w+)`/g), ([, name = ""]) => name));
  assert.deepEqual(Object.keys(exported).sort(), named.sort());
});

test("the program of the README decides from data", async () => {
  const [program = ""] = /(?<=```ts\n)[^`]*compileModel\([\s\S]*?(?=```)/.exec(readme) ?? [];
  const [imports = "", names = ""] = /^import \{([^}]*)\} from "@licet\/engine";\n/.exec(program) ?? [];
  assert.notEqual(names, "", "the test found nothing to look at");
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
  const said: unknown[] = [];
  const body = program.slice(imports.length).replace("console.log", "say");
  await new AsyncFunction("exported", "say", `const {${names}} = exported;\n${body}`)(
    exported,
    (...values: readonly unknown[]) => said.push(...values),
  );
  assert.deepEqual(said, [true]);
});
