import { hasPassword } from "./has-password.ts";
import { quoteForShell } from "./quote-for-shell.ts";

/** A command that an error refers to (`licet app list shows them`) must open the database that the error is about. */
export function addGivenSettings(message: string, argv: readonly string[]): string {
  const flags = findGivenSettings(argv).map(quoteForShell);
  return flags.length === 0
    ? message
    : message.replace(MENTIONED, (command) => [command, ...flags].join(" "));
}

const MENTIONED = /(?<![\w./:@-])licet (?:[a-z-]+ list|admin create --username NAME --force)\b/g;
const FLAG = /^(--(?:data-dir|database(?:-direct)?-url(?:-file)?|secret-file|config))(?:=(.*))?$/s;

function findGivenSettings(argv: readonly string[]): readonly string[] {
  return argv.flatMap((word, index) => {
    const [, flag, value = argv[index + 1]] = FLAG.exec(word) ?? [];
    return flag === undefined || value === undefined || hasPassword(value) ? [] : [flag, value];
  });
}
