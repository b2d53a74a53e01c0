import { describeCall } from "../../../api/call-api.ts";
import { useRead } from "../../../api/use-api.ts";
import { ApiCall } from "../../../components/api-call/api-call.tsx";
import { ErrorNotice } from "../../../components/problems/error-notice.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { CodeBlock } from "../../../ui/display/code-block.tsx";
import { Skeleton } from "../../../ui/display/skeleton.tsx";
import { KeyValue } from "../../../ui/layout/key-value.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { useDocumentTitle } from "../../../ui/layout/use-document-title.ts";
import { settingsTexts } from "../texts.ts";
import { SignInPreview } from "./sign-in-preview.tsx";

const EXAMPLE = [
  'LICET_BRAND_NAME="Example Inc."',
  "LICET_BRAND_COLOUR=#0b5fff",
  "LICET_BRAND_LOGO=/etc/licet/logo.png",
].join("\n");

/** Shows the brand of the user-facing pages, and the settings that change it. */
export function SignInTab() {
  const texts = useTexts(settingsTexts);
  useDocumentTitle(texts.tabs.signIn);
  const { data, error, refetch } = useRead("GET /about", {});
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  const brand = data?.body.brand;
  return (
    <div className="grid gap-x-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <div className="min-w-0">
        <Section title={texts.brand} actions={<ApiCall call={describeCall("GET /about", {})} />}>
          <KeyValue
            rows={[
              {
                key: texts.brandName,
                value: brand?.name ?? <Skeleton />,
                hint: <code>LICET_BRAND_NAME</code>,
              },
              {
                key: texts.brandColour,
                value: brand ? <Colour colour={brand.colour} /> : <Skeleton />,
                hint: <code>LICET_BRAND_COLOUR</code>,
              },
              { key: texts.brandLogo, value: texts.brandLogoHint, hint: <code>LICET_BRAND_LOGO</code> },
            ]}
          />
        </Section>
        <Section title={texts.howToSet} description={texts.brandHowTo}>
          <CodeBlock code={EXAMPLE} />
        </Section>
      </div>
      <Section title={texts.preview} description={texts.previewHint} frame="bare">
        <SignInPreview brandName={brand?.name ?? "Licet"} colour={brand?.colour} />
      </Section>
    </div>
  );
}

function Colour({ colour }: { readonly colour: string | undefined }) {
  const texts = useTexts(settingsTexts);
  if (colour === undefined) return texts.defaultColour;
  return (
    <span className="inline-flex items-center gap-2">
      <span className="size-4 rounded-small border" style={{ background: colour }} aria-hidden="true" />
      <code>{colour}</code>
    </span>
  );
}
