import { useState } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { IconButton } from "../button/icon-button.tsx";
import { uiTexts } from "../texts.ts";
import { TextInput, type TextInputProps } from "./text-input.tsx";

export function PasswordInput({ autoComplete = "new-password", ...rest }: Omit<TextInputProps, "type">) {
  const texts = useTexts(uiTexts);
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <TextInput
        {...rest}
        className="pe-10"
        type={shown ? "text" : "password"}
        autoComplete={autoComplete}
        spellCheck={false}
        autoCapitalize="off"
      />
      <IconButton
        className="absolute end-1 top-1"
        size="small"
        icon={shown ? "eyeOff" : "eye"}
        label={shown ? texts.hidePassword : texts.showPassword}
        onClick={() => setShown(!shown)}
      />
    </div>
  );
}
