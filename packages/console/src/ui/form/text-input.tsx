import { Input } from "@base-ui/react/input";
import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";

export interface TextInputProps extends Omit<ComponentProps<"input">, "onChange" | "value" | "defaultValue"> {
  readonly value: string;
  onChange(value: string): void;
}

export function TextInput({ value, onChange, className, ...rest }: TextInputProps) {
  return (
    <Input
      {...rest}
      className={classNames("control", className)}
      value={value}
      onValueChange={(next) => onChange(next)}
    />
  );
}
