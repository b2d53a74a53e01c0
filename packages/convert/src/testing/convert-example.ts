import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { CONVERSION_RULES } from "../../../server/src/cli/convert/conversion-rules.ts";
import {
  createLicetFolder,
  type LicetFolder,
  type LicetResult,
} from "../../../server/src/cli/testing/run-licet.ts";
import type { Conversion } from "../draft/create-draft.ts";
import type { ExportFile } from "../export-values.ts";
import { SOURCES } from "../sources.ts";

const EXAMPLES = new URL("../../../../examples/move/", import.meta.url);

/** The path of an example export: `keycloak/shop-realm.json`. */
export const examplePath = (name: string): string => fileURLToPath(new URL(name, EXAMPLES));
export const readExample = (name: string) => JSON.parse(readFileSync(examplePath(name), "utf8"));

export interface AppliedExample {
  readonly licet: LicetFolder;
  readonly file: string;
  readonly report: string;
  readonly applied: LicetResult;
  /** Whether a check allows. */
  check(subject: string, permission: string): Promise<boolean>;
}

/** Converts an export, applies it to a new database, and applies it again, which must change nothing. */
export async function applyExample(
  t: TestContext,
  system: string,
  names: readonly string[],
): Promise<AppliedExample> {
  const licet = createLicetFolder();
  t.after(() => licet.remove());
  const converted = await licet.run(["convert", system, ...names.map(examplePath)]);
  assert.equal(converted.code, 0, converted.stderr);
  const applied = await licet.run(["apply", "-"], converted.stdout);
  assert.equal(applied.code, 0, applied.stderr);
  const again = await licet.run(["apply", "-"], converted.stdout);
  assert.match(again.stdout, /^= \d+ unchanged\n$/);
  return {
    licet,
    file: converted.stdout,
    report: converted.stderr,
    applied,
    async check(subject, permission) {
      const { code, stderr } = await licet.run(["check", subject, permission]);
      assert.ok(code === 0 || code === 4, stderr);
      return code === 0;
    },
  };
}

/** Converts as the server does. */
export function converterOf(system: string): (files: readonly ExportFile[]) => Conversion {
  const source = SOURCES.find(({ name }) => name === system);
  assert.ok(source);
  return (files) => source.convert(files, CONVERSION_RULES);
}

export const asFile = (data: unknown): ExportFile => ({ name: "export.json", data });

/** The notes of a conversion, one on each line. */
export const notesOf = ({ report }: Conversion): string =>
  [...report.notConverted, ...report.toDo].map(({ what, why }) => `${what}: ${why}`).join("\n");

/** Requires a note that begins with each of these lines. */
export function assertNoted(conversion: Conversion, lines: readonly string[]): void {
  const notes = notesOf(conversion);
  for (const line of lines)
    assert.ok(
      notes.split("\n").some((note) => note.startsWith(line)),
      `${line}\n\n${notes}`,
    );
}
