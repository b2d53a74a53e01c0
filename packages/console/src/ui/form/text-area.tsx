import { Field } from "@base-ui/react/field";
import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";

export interface TextAreaProps
  extends Omit<ComponentProps<"textarea">, "onChange" | "value" | "defaultValue"> {
  readonly value: string;
  onChange(value: string): void;
}

/** Grows with its text if the browser supports that. */
export function TextArea({ value, onChange, className, rows = 3, ...rest }: TextAreaProps) {
  return (
    <Field.Control
      render={<textarea rows={rows} {...rest} />}
      className={classNames("control field-sizing-content max-h-96 resize-y", className)}
      value={value}
      onValueChange={(next) => onChange(next)}
    />
  );
}
