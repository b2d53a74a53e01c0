import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { listCommands } from "../testing/list-commands.ts";
import { createLicetFolder } from "../testing/run-licet.ts";

const licet = createLicetFolder();
after(() => licet.remove());

const scriptFor = async (shell: string) => {
  const { code, stdout, stderr } = await licet.run(["completion", shell]);
  assert.equal(code, 0, stderr);
  return stdout;
};
const pathOf = (shell: string) => join(licet.path, `licet.${shell}`);
before(async () => {
  for (const shell of ["bash", "zsh", "fish"]) writeFileSync(pathOf(shell), await scriptFor(shell));
});

/** What a real bash offers after these words; the last one is being typed. */
function completeInBash(...words: readonly string[]): readonly string[] {
  const { stdout, stderr, status } = spawnSync(
    "bash",
    [
      "--norc",
      "-c",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this is bash
      'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _licet; printf "%s\n" "${COMPREPLY[@]}"',
      "bash",
      pathOf("bash"),
      "licet",
      ...words,
    ],
    { encoding: "utf8" },
  );
  assert.deepEqual([status, stderr], [0, ""]);
  return stdout.split("\n").filter(Boolean);
}

test("bash completes commands, subcommands, options and their values", () => {
  assert.deepEqual(completeInBash("exp"), ["export", "explain"]);
  assert.deepEqual(completeInBash("app", "de"), ["delegate", "delete"]);
  assert.deepEqual(completeInBash("app", "create", "--redirect"), ["--redirect-uri"]);
  assert.deepEqual(completeInBash("app", "create", "--type", "s"), ["service", "spa"]);
  assert.deepEqual(completeInBash("app", "list", "-o", ""), ["text", "json"]);
  assert.deepEqual(completeInBash("completion", ""), ["bash", "zsh", "fish"]);
  assert.deepEqual(completeInBash("--debug", "help", "group", "r"), ["remove"]);
  assert.deepEqual(completeInBash("help", "sett"), ["settings"]);
});

test("bash is left to complete the names of files where the command knows no words", () => {
  assert.deepEqual(completeInBash("apply", "lic"), []);
  assert.deepEqual(completeInBash("serve", "--apply", ""), []);
});

test("every command can be reached by completion in bash", async () => {
  for (const path of await listCommands()) {
    const words = path.split(" ");
    assert.ok(completeInBash(...words).includes(words.at(-1) ?? ""), path);
  }
});

test("the scripts for zsh and fish name every command, and the shells accept them where they are installed", async () => {
  const checks = { zsh: "-n", fish: "--no-execute" };
  for (const [shell, flag] of Object.entries(checks)) {
    const script = await scriptFor(shell);
    for (const path of await listCommands()) assert.ok(script.includes(`licet ${path}`), `${shell}: ${path}`);
    const { status, error, stderr } = spawnSync(shell, [flag, pathOf(shell)], { encoding: "utf8" });
    if (!error) assert.deepEqual([status, stderr], [0, ""], shell);
  }
});
