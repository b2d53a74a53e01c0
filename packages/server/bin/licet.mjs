#!/usr/bin/env node
// Older versions of Node must be able to read this file, so that its sentence is their answer and not a syntax error:
// it uses old syntax, and imports the rest only where it can run.
var running = process.versions.node.split(".").map(Number);
var needed = [24, 7];

if (running[0] > needed[0] || (running[0] === needed[0] && running[1] >= needed[1])) {
  void import("./start.mjs");
} else {
  console.error(
    "Licet needs Node " +
      needed.join(".") +
      " or newer, and this is Node " +
      process.versions.node +
      ": install the current LTS version from https://nodejs.org/en/download, then run the same command again.",
  );
  process.exitCode = 1;
}
