import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshPermissions } from "../../auth/refresh-permissions.ts";
import { currentTokens } from "../../auth/tokens.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Notice } from "../../ui/display/notice.tsx";
import { permissionTexts } from "./permission-texts.ts";

interface MissingPermissionProps {
  /** The user needs one of these permissions, each by its full name: `licet:roles.read`. */
  readonly permissions: readonly string[];
  /** The user needs all of them. */
  readonly all?: boolean;
  /** The action that failed. The view gives it where its heading does not name the action. */
  readonly title?: string;
  /** The server refused the call, so a screen reader announces the message. */
  readonly refused?: boolean;
  /** Retries after a refresh of the permissions. */
  readonly retry?: (() => void) | undefined;
}

/**
 * Names the missing permission and who can grant it. A retry needs a new token: the current one lacks the permission.
 */
export function MissingPermission({
  permissions,
  all = false,
  title,
  refused = false,
  retry,
}: MissingPermissionProps) {
  const texts = useTexts(permissionTexts);
  const queries = useQueryClient();
  const [refreshing, setRefreshing] = useState(false);
  const [outcome, setOutcome] = useState<string>();
  const refresh = async () => {
    setRefreshing(true);
    try {
      await refreshPermissions();
      const isHeld = (permission: string) => currentTokens()?.permissions.has(permission) ?? false;
      const isEnough = all ? permissions.every(isHeld) : permissions.some(isHeld);
      setOutcome(isEnough ? texts.nowHeld : texts.stillNot);
      await queries.invalidateQueries();
      retry?.();
    } catch {
      setOutcome(texts.refreshFailed);
    } finally {
      setRefreshing(false);
    }
  };
  return (
    <Notice
      tone={refused ? "bad" : "info"}
      live={refused}
      title={title ?? (refused ? texts.mayNotDo : undefined)}
      action={
        <Button size="small" icon="refresh" loading={refreshing} onClick={() => void refresh()}>
          {texts.refreshPermissions}
        </Button>
      }
    >
      <p>{all ? texts.needsAll(permissions) : texts.needs(permissions)}</p>
      <p role="status">{!refreshing && outcome}</p>
    </Notice>
  );
}
