import type { ReactNode } from "react";
import { decodeToken } from "../../../auth/decode-token.ts";
import type { IssuedToken } from "../../../auth/request-token.ts";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Badge } from "../../../ui/display/badge.tsx";
import { CodeBlock } from "../../../ui/display/code-block.tsx";
import { Json } from "../../../ui/display/json.tsx";
import { Notice } from "../../../ui/display/notice.tsx";
import { Time } from "../../../ui/display/time.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { KeyValue } from "../../../ui/layout/key-value.tsx";
import { GrantPath } from "../grant-path.tsx";
import type { Outcome, Resolved } from "./outcome.ts";
import { Suggestions } from "./suggestions.tsx";
import { tryTexts } from "./texts.ts";

type Issued = Extract<Resolved, { readonly issued: true }>;

interface TryResultProps {
  readonly outcome: Outcome;
  askAgain(): void;
}

/** Shows the decision on each scope, and the claims of a real token. */
export function TryResult({ outcome: { resolved, token: answer }, askAgain }: TryResultProps) {
  const texts = useTexts(tryTexts);
  if (answer && !answer.issued)
    return <Failure code={answer.failure.error} description={answer.failure.error_description ?? ""} />;
  const token = answer?.token;
  if (!resolved.issued) return <Failure code={resolved.error} description={resolved.error_description} />;
  return (
    <>
      <Notice tone="good" title={token ? texts.tokenIssued : texts.wouldIssue} live>
        <Facts resolved={resolved} token={token} />
      </Notice>
      <Items title={texts.granted} count={resolved.granted.length} tone="good" none={texts.nothingGranted}>
        {resolved.granted.map(({ scope, asked, via }) => (
          <Item key={scope} scope={scope} asked={asked} granted>
            {via && <GrantPath via={via} />}
          </Item>
        ))}
      </Items>
      <Items title={texts.refused} count={resolved.refused.length} tone="bad" none={texts.nothingRefused}>
        {resolved.refused.map((refused) => (
          <Item key={refused.scope} scope={refused.scope} asked={refused.asked} granted={false}>
            <p className="text-sm">{texts.reasons[refused.reason]}</p>
            <Suggestions refused={refused} onChanged={askAgain} />
          </Item>
        ))}
      </Items>
      {token && (
        <Card className="grid gap-3">
          <h3 className="font-bold">{texts.token}</h3>
          <CodeBlock code={token.access_token} />
          <h3 className="font-bold">{texts.claims}</h3>
          <Json value={decodeToken(token.access_token)?.payload} />
        </Card>
      )}
    </>
  );
}

function Failure({ code, description }: { readonly code: string; readonly description: string }) {
  const texts = useTexts(tryTexts);
  return (
    <Notice tone="bad" title={texts.fails} live>
      <p>
        <code>{code}</code>: {description}
      </p>
    </Notice>
  );
}

function Facts({ resolved, token }: { readonly resolved: Issued; readonly token: IssuedToken | undefined }) {
  const texts = useTexts(tryTexts);
  const rows = [
    ...(resolved.resources.length > 0
      ? [{ key: texts.audience, value: <code>{resolved.resources.join(", ")}</code> }]
      : []),
    ...(token ? [{ key: texts.expiresIn, value: texts.seconds(token.expires_in) }] : []),
    ...(resolved.expires_at === undefined
      ? []
      : [{ key: texts.noLaterThan, value: <Time at={resolved.expires_at} look="absolute" /> }]),
  ];
  return rows.length === 0 ? null : <KeyValue rows={rows} />;
}

interface ItemsProps {
  readonly title: string;
  readonly count: number;
  readonly tone: "good" | "bad";
  readonly none: string;
  readonly children: ReactNode;
}

function Items({ title, count, tone, none, children }: ItemsProps) {
  return (
    <Card>
      <h3 className="mb-2 flex items-center gap-2 font-bold">
        {title}
        <Badge tone={count === 0 ? "neutral" : tone}>{count}</Badge>
      </h3>
      {count === 0 ? <p className="text-muted">{none}</p> : <ul className="divide-y">{children}</ul>}
    </Card>
  );
}

interface ItemProps {
  readonly scope: string;
  readonly asked: string;
  readonly granted: boolean;
  readonly children: ReactNode;
}

function Item({ scope, asked, granted, children }: ItemProps) {
  const texts = useTexts(tryTexts);
  return (
    <li className="flex items-start gap-2.5 py-2 first:pt-0 last:pb-0">
      <Icon
        name={granted ? "check" : "blocked"}
        className={`mt-0.5 size-5 ${granted ? "text-accent-ink" : "text-problem"}`}
      />
      <div className="grid min-w-0 gap-1">
        <span>
          <code className="font-semibold">{scope}</code>
          {asked !== scope && <span className="ms-2 text-sm text-muted">{texts.askedAs(asked)}</span>}
        </span>
        {children}
      </div>
    </li>
  );
}
