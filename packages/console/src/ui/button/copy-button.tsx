import { useTexts } from "../../texts/use-texts.tsx";
import { uiTexts } from "../texts.ts";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import { useCopy } from "./use-copy.ts";

interface CopyButtonProps {
  readonly text: string;
  /** The label, if "Copy" alone does not say what is copied. */
  readonly label?: string;
  /** A button with a label, or an icon beside the copied text. */
  readonly look?: "icon" | "button";
  onCopied?(): void;
}

export function CopyButton({ text, label, look = "icon", onCopied }: CopyButtonProps) {
  const texts = useTexts(uiTexts);
  const { state, copy } = useCopy();
  const press = async () => {
    if (await copy(text)) onCopied?.();
  };
  const name = { idle: label ?? texts.copy, copied: texts.copied, failed: texts.copyFailed }[state];
  const icon = state === "copied" ? "tick" : state === "failed" ? "alert" : "copy";
  return (
    <>
      {look === "icon" ? (
        <IconButton icon={icon} size="small" label={name} onClick={press} />
      ) : (
        <Button icon={icon} size="small" onClick={press}>
          {name}
        </Button>
      )}
      <span className="sr-only" role="status">
        {state === "idle" ? "" : name}
      </span>
    </>
  );
}
