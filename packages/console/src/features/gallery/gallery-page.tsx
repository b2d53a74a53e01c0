import { ApiCall } from "../../components/api-call/api-call.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Copyable } from "../../ui/button/copyable.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { ButtonSamples } from "./button-samples.tsx";
import { ChoiceSamples } from "./choice-samples.tsx";
import { CodeSamples } from "./code-samples.tsx";
import { DataSamples } from "./data-samples.tsx";
import { FieldSamples } from "./field-samples.tsx";
import { OverlaySamples } from "./overlay-samples.tsx";
import { StateSamples } from "./state-samples.tsx";
import { TableSamples } from "./table-samples.tsx";
import { galleryTexts } from "./texts.ts";

/** Shows every primitive in its states, for developers of the console. */
export function GalleryPage() {
  const texts = useTexts(galleryTexts);
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        breadcrumbs={[{ label: "Licet", place: { to: "/" } }]}
        badge={<Badge tone="good">{texts.active}</Badge>}
        subtitle={<Copyable text="app_01jc5x8e" />}
        actions={
          <ApiCall
            call={[
              { method: "GET", path: "/api/v1/roles?search=clerk", headers: {} },
              {
                method: "POST",
                path: "/api/v1/roles",
                headers: { "content-type": "application/json" },
                body: {
                  name: "clerk",
                  grants: [{ permission: "orders:write", when: "'sales' in subject.teams" }],
                  system: false,
                },
              },
            ]}
          />
        }
      />
      <Tabs
        label={texts.title}
        tabs={[
          { label: texts.title, place: { to: "/_gallery" } },
          { label: texts.permissions, place: { to: "/roles" }, count: 12 },
          { label: texts.details, place: { to: "/settings" } },
        ]}
      />
      <ButtonSamples />
      <FieldSamples />
      <ChoiceSamples />
      <OverlaySamples />
      <StateSamples />
      <TableSamples />
      <CodeSamples />
      <DataSamples />
    </>
  );
}
