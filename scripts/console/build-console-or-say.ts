import { ensureConsoleBuilt } from "./ensure-console-built.ts";

/** Builds the console if necessary. The server works without it, and /console/ says what is missing. */
export const buildConsoleOrSay = (): Promise<unknown> =>
  ensureConsoleBuilt().catch((error: unknown) => {
    console.error(`${String(error)}\nLicet starts without its console; \`npm run build\` tries again.`);
  });
