import { describeCall } from "../../api/call-api.ts";
import { useRead } from "../../api/use-api.ts";
import { ApiCall } from "../../components/api-call/api-call.tsx";
import { type Column, DataTable } from "../../components/lists/data-table.tsx";
import { findWord } from "../../texts/find-word.ts";
import { useLanguage, useTexts } from "../../texts/use-texts.tsx";
import { CodeBlock } from "../../ui/display/code-block.tsx";
import { formatNumber } from "../../ui/display/format-time.ts";
import { Section } from "../../ui/layout/section.tsx";
import { useDocumentTitle } from "../../ui/layout/use-document-title.ts";
import { formatDuration } from "./format-duration.ts";
import { settingsTexts } from "./texts.ts";

/** The lifetimes and limits that no setting changes. */
const BUILT_IN: ReadonlySet<string> = new Set([
  "reset_link_seconds",
  "body_bytes",
  "page_items",
  "pushed_requests_per_address",
  "begun_sign_ins_per_address",
  "begun_sign_ins_per_browser",
]);

interface InForce {
  readonly name: string;
  readonly value: number;
}

/** Lists the current lifetimes and limits, and the setting of each. */
export function TokensTab() {
  const texts = useTexts(settingsTexts);
  const { language } = useLanguage();
  useDocumentTitle(texts.tabs.tokens);
  const { data, error, refetch } = useRead("GET /about", {});
  const listed = (values: Readonly<Record<string, number>> | undefined): readonly InForce[] | undefined =>
    values && Object.entries(values).map(([name, value]) => ({ name, value }));
  const columns = (
    words: Readonly<Record<string, string>>,
    write: (value: number) => string,
  ): readonly Column<InForce>[] => [
    { id: "name", header: texts.what, cell: ({ name }) => findWord(words, name) ?? <code>{name}</code> },
    {
      id: "value",
      header: texts.inForce,
      cell: ({ value }) => <b className="font-semibold">{write(value)}</b>,
    },
    {
      id: "setting",
      header: texts.setBy,
      cell: ({ name }) =>
        BUILT_IN.has(name) ? (
          <span className="text-muted">{texts.builtIn}</span>
        ) : (
          <code className="text-sm">LICET_{name.toUpperCase()}</code>
        ),
    },
  ];
  const common = {
    rowKey: ({ name }: InForce) => name,
    error,
    retry: () => void refetch(),
    empty: null,
    fixed: true,
  };
  return (
    <>
      <Section
        title={texts.lifetimes}
        description={texts.lifetimesHint}
        actions={<ApiCall call={describeCall("GET /about", {})} />}
        frame="bare"
      >
        <DataTable
          {...common}
          label={texts.lifetimes}
          rows={listed(data?.body.lifetimes)}
          columns={columns(texts.lifetimeNames, (seconds) => formatDuration(seconds, language))}
          skeletonRows={13}
        />
      </Section>
      <Section title={texts.limits} frame="bare">
        <DataTable
          {...common}
          label={texts.limits}
          rows={listed(data?.body.limits)}
          columns={columns(texts.limitNames, (value) => formatNumber(value, language))}
          skeletonRows={10}
        />
      </Section>
      <Section title={texts.howToSet} description={texts.howToSetHint}>
        <CodeBlock
          code={"LICET_ACCESS_TOKEN_SECONDS=300 licet serve\nlicet serve --access-token-seconds 300"}
        />
      </Section>
    </>
  );
}
