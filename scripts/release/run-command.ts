import { spawn } from "node:child_process";
import { npmCommand } from "../install/npm-command.mjs";
import type { RunCommand } from "./release-step.ts";

/** A program that is not there is like one that fails. */
const NOT_STARTED = 127;

export const createRunCommand =
  (root: string): RunCommand =>
  ([program, ...args], { folder = root, showOutput = false } = {}) =>
    new Promise((resolve) => {
      const [command, ...before] = program === "npm" ? npmCommand() : [program];
      const child = spawn(command, [...before, ...args], {
        cwd: folder,
        // A question of git or npm would wait for ever.
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, npm_config_dry_run: undefined, GIT_TERMINAL_PROMPT: "0" },
      });
      let stdout = "";
      let stderr = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        stdout += text;
        if (showOutput) process.stdout.write(text);
      });
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        stderr += text;
        if (showOutput) process.stderr.write(text);
      });
      child.on("error", (error) => resolve({ code: NOT_STARTED, stdout, stderr: error.message }));
      child.on("close", (code) => resolve({ code: code ?? NOT_STARTED, stdout, stderr }));
    });
