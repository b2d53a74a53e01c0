import { useLanguage, useTexts } from "../../texts/use-texts.tsx";
import { formatNumber } from "../../ui/display/format-time.ts";
import {
  type Counted,
  type Counter,
  isSignedIn,
  listErrorRates,
  listPoints,
  percentOf,
  sumByLabel,
  sumCounts,
} from "./counters.ts";
import { StatTile } from "./stat-tile.tsx";
import { homeTexts } from "./texts.ts";

/** From this error rate on, a client or Licet is probably at fault, and the tile is red. */
const ALARMING_PERCENT = 20;

interface TilesProps {
  readonly counted: Counted;
  readonly isLoading: boolean;
}

/** Shows the sums of the range. */
export function Tiles({ counted: { counts, times, eventsPlace }, isLoading }: TilesProps) {
  const texts = useTexts(homeTexts);
  const { language } = useLanguage();
  const total = (counter: Counter, matches?: (label: string) => boolean) =>
    isLoading ? undefined : sumCounts(counts, counter, matches);
  const format = (value: number | undefined) => (value === undefined ? "…" : formatNumber(value, language));
  const values = (counter: Counter, matches?: (label: string) => boolean) =>
    listPoints(counts, times, counter, matches).map(({ value }) => value);
  const errorRate = isLoading
    ? undefined
    : percentOf(sumCounts(counts, "token_errors"), sumCounts(counts, "tokens_issued"));
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 max-md:*:last:col-span-2 md:max-lg:grid-cols-6 md:max-lg:*:col-span-2 md:max-lg:*:nth-[n+4]:col-span-3 lg:grid-cols-5">
      <StatTile
        label={texts.tokensIssued}
        value={total("tokens_issued")}
        detail={texts.grantsUsed(sumByLabel(counts, "tokens_issued").length)}
        values={values("tokens_issued")}
        place={eventsPlace({ type: "token.issued" })}
      />
      <StatTile
        label={texts.scopesRefused}
        value={total("scopes_refused")}
        detail={texts.reasonsCounted(sumByLabel(counts, "scopes_refused").length)}
        values={values("scopes_refused")}
        place={eventsPlace({ type: "token.issued", refused: "any" })}
      />
      <StatTile
        label={texts.checks}
        value={total("checks")}
        detail={texts.checksDenied(format(total("checks", (label) => label === "denied")))}
        values={values("checks")}
      />
      <StatTile
        label={texts.signIns}
        value={total("sign_ins", isSignedIn)}
        detail={texts.signInsFailed(format(total("sign_ins", (label) => !isSignedIn(label))))}
        values={values("sign_ins", isSignedIn)}
        place={eventsPlace({ type: "user.signed_in" })}
      />
      <StatTile
        label={texts.errorRate}
        value={errorRate}
        unit="%"
        detail={texts.requestsFailed(format(total("token_errors")))}
        values={listErrorRates(counts, times).map(({ value }) => value)}
        alarming={(errorRate ?? 0) >= ALARMING_PERCENT}
        place={eventsPlace({ type: "token.denied" })}
      />
    </div>
  );
}
