import { classNames } from "../class-names.ts";
import { TextArea, type TextAreaProps } from "./text-area.tsx";

/** For conditions and other code: every character counts, so nothing corrects it. Tab leaves it, as in any field. */
export function CodeInput({ className, rows = 2, ...rest }: TextAreaProps) {
  return (
    <TextArea
      {...rest}
      rows={rows}
      className={classNames("font-mono text-sm", className)}
      spellCheck={false}
      autoCapitalize="off"
      autoCorrect="off"
      autoComplete="off"
      dir="ltr"
    />
  );
}
