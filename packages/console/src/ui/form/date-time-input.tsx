import { Input } from "@base-ui/react/input";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../button/button.tsx";
import { uiTexts } from "../texts.ts";
import { localMinute } from "./local-minute.ts";

interface DateTimeInputProps {
  /** RFC 3339, as the API has it; undefined for never. */
  readonly value: string | undefined;
  onChange(value: string | undefined): void;
  readonly disabled?: boolean;
  readonly label?: string;
}

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const SPANS = {
  hour: HOUR_SECONDS,
  day: DAY_SECONDS,
  month: 30 * DAY_SECONDS,
  year: 365 * DAY_SECONDS,
} as const;
type Span = keyof typeof SPANS;

/** Sets an expiry: a local date and time, or a common duration from now. */
export function DateTimeInput({ value, onChange, disabled = false, label }: DateTimeInputProps) {
  const texts = useTexts(uiTexts);
  const expireIn = (seconds: number) => onChange(new Date(Date.now() + seconds * 1000).toISOString());
  return (
    <div className="grid justify-items-start gap-1">
      <Input
        className="control w-auto min-w-56"
        type="datetime-local"
        step={60}
        value={value === undefined ? "" : localMinute(new Date(value))}
        onValueChange={(next) => onChange(next === "" ? undefined : new Date(next).toISOString())}
        disabled={disabled}
        aria-label={label}
      />
      {/* Their text aligns with the edge of the field. */}
      <div className="-ms-2.5 flex flex-wrap">
        {(Object.keys(SPANS) as Span[]).map((span) => (
          <Button
            key={span}
            kind="quiet"
            size="small"
            disabled={disabled}
            onClick={() => expireIn(SPANS[span])}
          >
            {texts.expiresIn[span]}
          </Button>
        ))}
        {value !== undefined && (
          <Button kind="quiet" size="small" disabled={disabled} onClick={() => onChange(undefined)}>
            {texts.noExpiry}
          </Button>
        )}
      </div>
    </div>
  );
}
