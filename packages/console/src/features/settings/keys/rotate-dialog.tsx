import { describeCall } from "../../../api/call-api.ts";
import { useRead, useWrite } from "../../../api/use-api.ts";
import { may } from "../../../auth/may.ts";
import { ApiCall } from "../../../components/api-call/api-call.tsx";
import { ConfirmDialog } from "../../../components/forms/confirm-dialog.tsx";
import { useToast } from "../../../components/problems/toasts.tsx";
import { useLanguage, useTexts } from "../../../texts/use-texts.tsx";
import { formatDuration } from "../format-duration.ts";
import type { Algorithm } from "./signing-key.ts";
import { keysTexts } from "./texts.ts";

interface RotateDialogProps {
  readonly algorithm: Algorithm | undefined;
  onClose(): void;
}

/** Adds a key. Clients that read the JWKS keep working; the dialog warns about clients with a pinned key. */
export function RotateDialog({ algorithm, onClose }: RotateDialogProps) {
  const texts = useTexts(keysTexts);
  const { language } = useLanguage();
  const toast = useToast();
  const rotate = useWrite("POST /keys:rotate");
  const about = useRead("GET /about", {}, { enabled: may("stats.read") });
  const lifetimes = about.data?.body.lifetimes;
  const ahead = lifetimes && (lifetimes.jwks_max_age_seconds ?? 0) + (lifetimes.key_propagation_seconds ?? 0);
  const given = { body: { ...(algorithm && { algorithm }) } };
  return (
    <ConfirmDialog
      open={algorithm !== undefined}
      onClose={onClose}
      kind="primary"
      title={texts.rotateTitle(algorithm ?? "")}
      confirmLabel={texts.rotate}
      consequences={[
        ahead === undefined ? texts.publishedAtOnce : texts.publishedFor(formatDuration(ahead, language)),
        texts.oldKeyStays,
        texts.pinnedBreak,
      ]}
      onConfirm={async () => {
        const { body } = await rotate.mutateAsync(given);
        toast({
          title: body.added ? texts.rotated : texts.alreadyRotated,
          kind: body.added ? "success" : "info",
        });
      }}
    >
      <div className="-ms-2.5">
        <ApiCall call={describeCall("POST /keys:rotate", given)} />
      </div>
    </ConfirmDialog>
  );
}
