import { stringify } from "yaml";

/** Writes the content as YAML that `parseYaml` reads back unchanged, with comments in front. */
export const formatConfiguration = (
  content: Readonly<Record<string, unknown>>,
  header: string = EXPORT_HEADER,
): string =>
  header +
  (Object.keys(content).length === 0
    ? "{}\n"
    : escapeControls(
        stringify(content, {
          version: "1.2",
          schema: "core",
          // A folded condition would be harder to read and to compare.
          lineWidth: 0,
          // The same text twice is no alias: a reader expects values.
          aliasDuplicateObjects: false,
        }),
      ));

/**
 * The library quotes a text with these, and writes them as they are. A terminal that shows the file would obey them; in
 * quotes, YAML reads the escape as the same character.
 */
const escapeControls = (yaml: string): string =>
  yaml.replace(/[\x7F-\x9F]/g, (character) => `\\x${character.charCodeAt(0).toString(16)}`);

const EXPORT_HEADER = `# The configuration of Licet, for licet apply. Applied to the database it came from, it changes nothing.
# It does not contain passwords, the secrets of applications and access accounts, and signing keys: Licet stores them
# hashed or encrypted. On another database, new secrets are generated and printed once, and users need new passwords.
# It does not contain what has expired, and Licet's own resource, role and application.

`;
