import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "../../../auth/may.ts";
import { DeleteDialog } from "../../../components/deletion/delete-dialog.tsx";
import { PermittedButton } from "../../../components/permissions/permitted-button.tsx";
import { PermittedMenu } from "../../../components/permissions/permitted-menu.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { ResetDialog } from "../reset-dialog.tsx";
import { resetTexts } from "../reset-texts.ts";
import { userTexts } from "../texts.ts";
import { nameOf, type User } from "../user.ts";
import { DisableDialog, EnableDialog } from "./enabled-dialogs.tsx";
import { SignOutDialog } from "./sign-out-dialog.tsx";
import { userActionTexts } from "./texts.ts";
import { UnlockDialog } from "./unlock-dialog.tsx";
import { useLockout } from "./use-lockout.ts";

const route = getRouteApi("/users/$id");

type Action = "reset" | "disable" | "enable" | "sign out" | "unlock" | "delete";

/** The actions on one user, in the header of the page. Each says what it ends before it does so. */
export function UserActions({ user }: { readonly user: User }) {
  const texts = useTexts(userTexts);
  const actions = useTexts(userActionTexts);
  const reset = useTexts(resetTexts);
  const navigate = useNavigate();
  const may = useMay();
  const { action } = route.useSearch();
  const [chosen, setOpen] = useState<Action>();
  const { failures = 0 } = useLockout(user.id) ?? {};
  const { enabled } = user;
  // The address may ask for an action, as the palette does; the dialog still asks the user.
  const isAsked = action === "disable" && enabled && may("users.write");
  const open = chosen ?? (isAsked ? action : undefined);
  const close = () => {
    setOpen(undefined);
    if (action !== undefined)
      void navigate({ to: ".", search: (before) => ({ ...before, action: undefined }), replace: true });
  };
  return (
    <>
      <PermittedButton icon="key" needs="users.write" onClick={() => setOpen("reset")}>
        {reset.action}
      </PermittedButton>
      <PermittedButton
        icon={enabled ? "blocked" : "check"}
        needs="users.write"
        onClick={() => setOpen(enabled ? "disable" : "enable")}
      >
        {enabled ? actions.disable : actions.enable}
      </PermittedButton>
      <PermittedMenu
        trigger={<IconButton icon="more" label={texts.more} />}
        items={[
          {
            label: actions.signOut,
            icon: "signOut",
            needs: "users.write",
            onSelect: () => setOpen("sign out"),
          },
          {
            label: actions.unlock,
            icon: "lock",
            needs: "users.write",
            disabled: failures === 0,
            onSelect: () => setOpen("unlock"),
          },
          {
            label: texts.showActivity,
            icon: "activity",
            place: { to: "/activity", search: { target: `user:${user.id}` } },
          },
          { separator: "end" },
          {
            label: texts.delete,
            icon: "trash",
            danger: true,
            needs: "users.write",
            onSelect: () => setOpen("delete"),
          },
        ]}
      />
      {open && <UserDialog action={open} user={user} failures={failures} onClose={close} />}
    </>
  );
}

interface OpenDialogProps {
  readonly action: Action;
  readonly user: User;
  readonly failures: number;
  onClose(): void;
}

function UserDialog({ action, user, failures, onClose }: OpenDialogProps) {
  const texts = useTexts(userTexts);
  const navigate = useNavigate();
  const given = { user, onClose };
  switch (action) {
    case "reset":
      return <ResetDialog {...given} />;
    case "disable":
      return <DisableDialog {...given} />;
    case "enable":
      return <EnableDialog {...given} />;
    case "sign out":
      return <SignOutDialog {...given} />;
    case "unlock":
      return <UnlockDialog {...given} failures={failures} />;
    case "delete":
      return (
        <DeleteDialog
          kind="user"
          params={{ id: user.id }}
          title={texts.deleteTitle(nameOf(user))}
          word={user.username}
          consequences={[texts.deleteSignsOut, texts.deleteConsents, texts.deleteInsteadDisable]}
          deleted={texts.deleted(nameOf(user))}
          onClose={onClose}
          onDeleted={() => void navigate({ to: "/users", ignoreBlocker: true })}
        />
      );
  }
}
