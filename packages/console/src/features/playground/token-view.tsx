import { decodeToken } from "../../auth/decode-token.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { CopyButton } from "../../ui/button/copy-button.tsx";
import { Json } from "../../ui/display/json.tsx";
import { Notice } from "../../ui/display/notice.tsx";
import { Time } from "../../ui/display/time.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { playgroundTexts } from "./texts.ts";

interface TokenViewProps {
  readonly title: string;
  readonly token: string;
  /** Who may use the token, followed by its expiry. */
  readonly note: string;
}

/** Shows an issued token: as it is sent, and its decoded header and claims if it is a JWT. */
export function TokenView({ title, token, note }: TokenViewProps) {
  const texts = useTexts(playgroundTexts);
  const decoded = decodeToken(token);
  const expires = decoded?.payload.exp;
  return (
    <Section title={title} actions={<CopyButton text={token} label={texts.copyToken} look="button" />}>
      <div className="grid grid-cols-1 gap-3">
        <Notice tone="warning">
          {note} {typeof expires === "number" && <Time at={new Date(expires * 1000).toISOString()} />}
        </Notice>
        <TokenText token={token} />
        {decoded && <DecodedParts header={decoded.header} payload={decoded.payload} />}
      </div>
    </Section>
  );
}

interface DecodedPartsProps {
  readonly header: Readonly<Record<string, unknown>>;
  readonly payload: Readonly<Record<string, unknown>>;
}

export function DecodedParts({ header, payload }: DecodedPartsProps) {
  const texts = useTexts(playgroundTexts);
  return (
    <>
      <div>
        <p className="mb-1 text-sm font-medium text-notice">{texts.header}</p>
        <Json value={header} />
      </div>
      <div>
        <p className="mb-1 text-sm font-medium text-accent-ink">{texts.payload}</p>
        <Json value={payload} />
      </div>
    </>
  );
}

const PART_COLOURS = ["text-notice", "text-accent-ink", "text-muted"];

/** The header and the payload of the token have the colours of their decoded sections below. */
function TokenText({ token }: { readonly token: string }) {
  return (
    <p className="rounded-control border bg-inset p-3 font-mono text-xs leading-5 break-all">
      {token.split(".").map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts keep their order.
        <span key={index} className={PART_COLOURS[index]}>
          {index > 0 && <span className="text-ink">.</span>}
          {part}
        </span>
      ))}
    </p>
  );
}
