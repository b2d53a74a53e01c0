import { hasPassword } from "./has-password.ts";
import { quoteForShell } from "./quote-for-shell.ts";

/** A list that an error refers to (`licet app list shows them`) must be of the database in which nothing was found. */
export function addGivenSettings(message: string, argv: readonly string[]): string {
  const flags = findGivenSettings(argv).map(quoteForShell);
  return flags.length === 0 ? message : message.replace(LISTS, (list) => [list, ...flags].join(" "));
}

const LISTS = /(?<![\w./:@-])licet [a-z-]+ list\b/g;
const FLAG = /^(--(?:data-dir|database-url|config))(?:=(.*))?$/s;

function findGivenSettings(argv: readonly string[]): readonly string[] {
  return argv.flatMap((word, index) => {
    const [, flag, value = argv[index + 1]] = FLAG.exec(word) ?? [];
    return flag === undefined || value === undefined || hasPassword(value) ? [] : [flag, value];
  });
}
