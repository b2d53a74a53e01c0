import { useState } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { CopyButton } from "../../ui/button/copy-button.tsx";
import { downloadText } from "../../ui/button/download-text.ts";
import { Notice } from "../../ui/display/notice.tsx";
import { uiTexts } from "../../ui/texts.ts";
import { LeaveGuard } from "./leave-guard.tsx";

interface SecretOnceProps {
  /**
   * The environment variable of each value, such as `LICET_CLIENT_SECRET`, and the value. The last one is the secret.
   */
  readonly values: readonly { readonly name: string; readonly label: string; readonly value: string }[];
  /** Name of the file to download, without `.env`. */
  readonly fileName: string;
  /** The user confirms that the secret is stored. */
  onStored?(): void;
}

/** Shows a secret once. It asks for confirmation if the user leaves without a copy or a download. */
export function SecretOnce({ values, fileName, onStored }: SecretOnceProps) {
  const texts = useTexts(uiTexts);
  const [isKept, setIsKept] = useState(false);
  const file = `${values.map(({ name, value }) => `${name}=${value}`).join("\n")}\n`;
  const isSecret = (place: number) => place === values.length - 1;
  return (
    <div className="grid gap-3">
      <Notice tone="warning" live>
        {texts.secretOnce}
      </Notice>
      <dl className="grid gap-2">
        {values.map(({ name, label, value }, place) => (
          <div key={name}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd
              className="flex items-center gap-1 rounded-control border bg-inset ps-3"
              onCopy={() => isSecret(place) && setIsKept(true)}
            >
              <code className="min-w-0 flex-1 py-2 select-all">{value}</code>
              <CopyButton
                text={value}
                label={`${texts.copy}: ${label}`}
                onCopied={() => isSecret(place) && setIsKept(true)}
              />
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap justify-between gap-2">
        <Button
          icon="download"
          onClick={() => {
            downloadText(`${fileName}.env`, file);
            setIsKept(true);
          }}
        >
          {texts.download}
        </Button>
        {onStored && (
          <Button kind="primary" onClick={() => onStored()}>
            {texts.secretStored}
          </Button>
        )}
      </div>
      <LeaveGuard
        when={!isKept}
        words={{ title: texts.secretLeaveTitle, hint: texts.secretLeaveHint, leave: texts.leave }}
      />
    </div>
  );
}
