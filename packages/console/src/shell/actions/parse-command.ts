/** An action that the user types as a sentence. A part that is not typed yet is `""`. */
export type Command =
  | { readonly kind: "assign"; readonly role: string; readonly principal?: string }
  | { readonly kind: "rotate"; readonly application: string }
  | { readonly kind: "disable"; readonly user: string };

/** Both languages work in either: administrators copy commands from each other. */
const ASSIGN = [/^assign\s+(.*?)(?:\s+to(?:\s+(.*))?)?$/i, /^授予\s*(.*?)(?:\s*给\s*(.*))?$/];
const HAS_PRINCIPAL = [/\sto(\s|$)/i, /给/];
const ROTATE = [
  /^rotate\s+(?:the\s+)?secret(?:\s+of)?(?:\s+(.*))?$/i,
  /^更换\s*(\S.*?)\s*的密钥$/,
  /^更换密钥\s*(.*)$/,
];
const DISABLE = [/^disable\s+(?:user(?:\s+|$))?(.*)$/i, /^停用(?:用户)?\s*(.*)$/];

/** Parses `assign clerk to bob`, `rotate secret of reports` and `disable user bob`, also unfinished ones. */
export function parseCommand(typed: string): Command | undefined {
  const text = typed.trimStart();
  for (const [index, pattern] of ASSIGN.entries()) {
    const [, role, principal = ""] = pattern.exec(text) ?? [];
    if (role !== undefined)
      return {
        kind: "assign",
        role: role.trim(),
        ...(HAS_PRINCIPAL[index]?.test(text) && { principal: principal.trim() }),
      };
  }
  const rotated = firstMatch(text, ROTATE);
  if (rotated !== undefined) return { kind: "rotate", application: rotated };
  const disabled = firstMatch(text, DISABLE);
  return disabled === undefined ? undefined : { kind: "disable", user: disabled };
}

function firstMatch(text: string, patterns: readonly RegExp[]): string | undefined {
  const found = patterns.map((pattern) => pattern.exec(text)).find((match) => match !== null);
  return found ? (found[1] ?? "").trim() : undefined;
}
