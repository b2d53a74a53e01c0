import { Dialog } from "@base-ui/react/dialog";
import { useTexts } from "../../texts/use-texts.tsx";
import { uiTexts } from "../texts.ts";
import { Button, type ButtonProps } from "./button.tsx";

/**
 * Closes the dialog around it, as Escape and the cross do: where something would be lost by that, it is asked first.
 * Unless it is given other words, it says Cancel.
 */
export function CloseButton({ children, ...button }: ButtonProps) {
  const texts = useTexts(uiTexts);
  return <Dialog.Close render={<Button {...button} />}>{children ?? texts.cancel}</Dialog.Close>;
}
