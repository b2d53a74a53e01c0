import type { Application } from "../../components/applications/application.ts";
import { RadioCards } from "../../components/fields/radio-cards.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { availableModes } from "./available-modes.ts";
import type { PlaygroundMode } from "./playground-search.ts";
import { playgroundTexts } from "./texts.ts";

interface ModeCardsProps {
  readonly client: string | undefined;
  readonly application: Application | undefined;
  readonly mode: PlaygroundMode;
  onChange(mode: PlaygroundMode): void;
}

/** The ways to request a token. A way that the client does not support says why. */
export function ModeCards({ client, application, mode, onChange }: ModeCardsProps) {
  const texts = useTexts(playgroundTexts);
  const available = availableModes(client, application);
  const card = (value: PlaygroundMode, title: string, hint: string, unavailable: string) => ({
    value,
    title,
    detail: available.includes(value) ? hint : unavailable,
    disabled: !available.includes(value),
  });
  return (
    <RadioCards
      legend={texts.mode}
      columns={3}
      cards={[
        card("dry", texts.dry, texts.dryHint, ""),
        card("sign-in", texts.signIn, texts.signInHint, texts.noSignIn),
        card("real", texts.real, texts.realHint, texts.noSecret),
      ]}
      value={mode}
      onChange={onChange}
    />
  );
}
