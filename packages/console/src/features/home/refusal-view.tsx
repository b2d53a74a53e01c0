import { reasonTexts } from "../../components/decisions/reason-texts.ts";
import { EntityName } from "../../components/entities/entity-name.tsx";
import { splitEntityName } from "../../components/entities/split-entity-name.ts";
import { SuggestionList } from "../../components/suggestions/suggestion-list.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { buttonClasses } from "../../ui/button/button-classes.ts";
import { Time } from "../../ui/display/time.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Section } from "../../ui/layout/section.tsx";
import type { Place } from "../../ui/place.ts";
import { PlaceLink } from "../../ui/place-link.tsx";
import { hiddenRefusals } from "./hidden-refusals.ts";
import { keyOf, type RecentRefusal } from "./recent-refusal.ts";
import { homeTexts } from "./texts.ts";

/** A request that was refused, why, and what would change that. */
export function RefusalView({ refusal }: { readonly refusal: RecentRefusal }) {
  const texts = useTexts(homeTexts);
  return (
    <Section
      title={texts.refusal.title}
      frame="flush"
      actions={
        <>
          <PlaceLink place={activityPlace} className={buttonClasses("quiet", "small")}>
            {texts.refusal.all}
          </PlaceLink>
          <PlaceLink place={playgroundPlace(refusal)} className={buttonClasses("secondary", "small")}>
            {texts.refusal.explain}
          </PlaceLink>
          <Button kind="quiet" size="small" onClick={() => hiddenRefusals.add(keyOf(refusal))}>
            {texts.refusal.hide}
          </Button>
        </>
      }
    >
      <div className="flex items-start gap-3 px-4 py-3.5">
        <Icon name="blocked" className="mt-0.5 size-5 text-problem" />
        <div className="grid min-w-0 flex-1 gap-2.5">
          <Sentence refusal={refusal} />
          {refusal.stillRefused?.map((refused) => (
            <RefusedScope key={refused.scope} refused={refused} refusal={refusal} />
          ))}
        </div>
      </div>
    </Section>
  );
}

function Sentence({ refusal: { at, client, user, scopes } }: { readonly refusal: RecentRefusal }) {
  const texts = useTexts(homeTexts);
  const parts = {
    client: <EntityName key="client" name={client} />,
    user: user === undefined ? null : <EntityName key="user" name={user} />,
    scopes: (
      <code key="scopes" className="font-semibold">
        {scopes.join(" ")}
      </code>
    ),
    time: <Time key="time" at={at} />,
  };
  const sentence = user === undefined ? texts.refusal.forItself : texts.refusal.forUser;
  return (
    <p className="text-pretty">
      {sentence
        .split(/\{(\w+)\}/)
        .map((part, index) => (index % 2 ? parts[part as keyof typeof parts] : part))}
    </p>
  );
}

interface RefusedScopeProps {
  readonly refused: NonNullable<RecentRefusal["stillRefused"]>[number];
  readonly refusal: RecentRefusal;
}

function RefusedScope({ refused, refusal }: RefusedScopeProps) {
  const texts = useTexts(homeTexts);
  const { reasons, help } = useTexts(reasonTexts);
  const { kind, id } = splitEntityName(refusal.client);
  return (
    <div className="grid gap-1.5">
      <p className="text-pretty">
        {(refusal.stillRefused?.length ?? 0) > 1 && <code className="me-1.5">{refused.scope}</code>}
        <b className="font-semibold text-problem">{reasons[refused.reason]}</b>
        {texts.refusal.stop}
        {help[refused.reason]}
      </p>
      <SuggestionList
        look="lines"
        suggestions={refused.suggestions}
        nearMisses={refused.near_misses}
        clientId={kind === "application" ? id : undefined}
      />
    </div>
  );
}

const activityPlace: Place = { to: "/activity", search: { refused: "any" } };

const playgroundPlace = ({ client, user, scopes, ip }: RecentRefusal): Place => ({
  to: "/playground",
  search: {
    client: splitEntityName(client).id,
    ...(user !== undefined && { user: splitEntityName(user).id }),
    scope: scopes.join(" "),
    ...(ip !== undefined && { ip }),
  },
});
