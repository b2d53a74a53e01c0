import { Dialog } from "@base-ui/react/dialog";
import { useTexts } from "../../texts/use-texts.tsx";
import { uiTexts } from "../texts.ts";
import { Button, type ButtonProps } from "./button.tsx";

/**
 * Closes the dialog around it like Escape and the close icon: it asks for confirmation if input would be lost. Its
 * default label is Cancel.
 */
export function CloseButton({ children, ...button }: ButtonProps) {
  const texts = useTexts(uiTexts);
  return <Dialog.Close render={<Button {...button} />}>{children ?? texts.cancel}</Dialog.Close>;
}
