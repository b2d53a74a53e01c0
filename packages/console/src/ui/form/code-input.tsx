import { classNames } from "../class-names.ts";
import { TextArea, type TextAreaProps } from "./text-area.tsx";

/** An input for conditions and other code, without autocorrection. Tab leaves it, as in any field. */
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
