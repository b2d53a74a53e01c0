import { Outlet } from "@tanstack/react-router";
import { PermittedTabs } from "../../components/permissions/permitted-tabs.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { settingsTexts } from "./texts.ts";

export function SettingsPage() {
  const texts = useTexts(settingsTexts);
  return (
    <>
      <PageHeader title={texts.settings} description={texts.description} />
      <PermittedTabs
        label={texts.settings}
        tabs={[
          { label: texts.tabs.keys, place: { to: "/settings/keys" } },
          { label: texts.tabs.tokens, place: { to: "/settings/tokens" } },
          { label: texts.tabs.signIn, place: { to: "/settings/sign-in" } },
          { label: texts.tabs.administrators, place: { to: "/settings/administrators" } },
          { label: texts.tabs.about, place: { to: "/settings/about" } },
        ]}
      />
      <Outlet />
    </>
  );
}
