import { useTexts } from "../../../texts/use-texts.tsx";
import { Badge } from "../../../ui/display/badge.tsx";
import { useNow } from "../../../ui/display/use-now.ts";
import type { AccessAccount } from "./access-account.ts";
import { credentialsTexts } from "./texts.ts";

export function AccountState({ account }: { readonly account: AccessAccount }) {
  const texts = useTexts(credentialsTexts);
  const now = useNow();
  if (account.expires_at !== undefined && new Date(account.expires_at) <= now)
    return <Badge tone="bad">{texts.expired}</Badge>;
  return account.enabled === false ? (
    <Badge tone="bad">{texts.disabled}</Badge>
  ) : (
    <Badge tone="good">{texts.enabled}</Badge>
  );
}
