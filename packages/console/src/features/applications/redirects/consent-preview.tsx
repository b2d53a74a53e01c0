import { type ReactNode, useState } from "react";
import { useRead } from "../../../api/use-api.ts";
import { may } from "../../../auth/may.ts";
import type { Language } from "../../../texts/language.ts";
import { useLanguage, useTexts } from "../../../texts/use-texts.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { Icon, type IconName } from "../../../ui/icons.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { type Application, nameOf } from "../application.ts";
import { isOidc } from "../oidc-scopes.ts";
import { useAskedItems } from "./asked-items.ts";
import { aroundName, type ConsentPageTexts, consentTextsIn, durationIn } from "./consent-texts.ts";
import type { AskedItem } from "./describe-asked-items.ts";
import { Emblem } from "./emblem.tsx";
import { getAccessLifetime } from "./get-access-lifetime.ts";
import { groupAskedItems, type ItemGroup } from "./group-asked-items.ts";
import { redirectsTexts } from "./texts.ts";
import { useLogo } from "./use-logo.ts";

/** Previews the consent page, in its own texts, with the values of the form. */
export function ConsentPreview({ application }: { readonly application: Application }) {
  const texts = useTexts(redirectsTexts);
  const { language: initialLanguage } = useLanguage();
  const [language, setLanguage] = useState<Language>(initialLanguage);
  const items = useAskedItems(application, language);
  const asked = items.filter(({ consent }) => consent !== "implicit");
  return (
    <Section
      title={texts.preview}
      description={texts.previewHint}
      frame="bare"
      actions={
        <Select
          className="w-28"
          label={texts.previewLanguage}
          value={language}
          onChange={setLanguage}
          options={[
            { value: "en", label: texts.previewEnglish },
            { value: "zh", label: texts.previewChinese },
          ]}
        />
      }
    >
      <div className="rounded-card border-2 border-dashed bg-page p-4">
        {application.first_party === true || asked.length === 0 ? (
          <EmptyState icon="check" title={texts.noPage}>
            {application.first_party === true ? texts.noPageFirstParty : texts.noPageImplicit}
          </EmptyState>
        ) : (
          <Page application={application} items={items} language={language} />
        )}
      </div>
    </Section>
  );
}

interface PageProps {
  readonly application: Application;
  readonly items: readonly AskedItem[];
  readonly language: Language;
}

function Page({ application, items, language }: PageProps) {
  const words = useTexts(redirectsTexts);
  const all = consentTextsIn(language);
  const texts = all.consent;
  const logo = useLogo(application);
  const name = nameOf(application);
  const [beforeName, afterName] = aroundName((one) => texts.heading(one));
  const [beforeHost, afterHost] = aroundName((one) => texts.sentTo(one));
  const asked = items.filter(({ consent }) => consent !== "implicit");
  const settled = items.length - asked.length;
  return (
    // The preview has no links and no buttons, so nothing in it takes the focus.
    <div
      lang={language === "zh" ? "zh-Hans" : "en"}
      className="grid gap-4 rounded-card border bg-surface p-5 shadow-popup select-none"
    >
      <div className="grid justify-items-center gap-2 text-center">
        <Emblem name={name} logo={logo} />
        <p className="text-lg leading-snug font-bold text-balance">
          {beforeName}
          <bdi>{name}</bdi>
          {afterName}
        </p>
        <HomePage address={application.home_page} />
      </div>
      <div className="flex items-center gap-2.5 rounded-control bg-inset px-3 py-2 text-sm">
        <span
          className="flex size-8 items-center justify-center rounded-full bg-accent-tint font-bold text-accent-ink"
          aria-hidden="true"
        >
          {words.account[0]}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{words.account}</span>
          <span className="block truncate text-muted">{words.accountDetail}</span>
        </span>
        <span className="shrink-0 text-xs font-semibold text-accent-ink">{texts.switchAccount}</span>
      </div>
      <div className="grid gap-1">
        <p className="font-bold">{texts.wants}</p>
        {asked.some(({ consent }) => consent === "optional") && (
          <p className="text-sm text-muted">{texts.optionalHint}</p>
        )}
        {groupAskedItems(asked, all).map((group) => (
          <Group key={group.key} group={group} texts={all} />
        ))}
      </div>
      {settled > 0 && (
        <p className="text-sm font-semibold text-accent-ink">▸ {texts.alreadyAllowed(settled)}</p>
      )}
      <ul className="grid gap-1.5 border-t pt-3 text-sm text-muted">
        <Fact icon="clock">
          <AccessLifetime items={items} language={language} />
          {all.sentenceGap}
          {texts.withdrawAnyTime}
        </Fact>
        <Fact icon="right">
          {beforeHost}
          <bdi className="font-semibold text-ink">{describeDestination(application.redirect_uris?.[0])}</bdi>
          {afterHost}
        </Fact>
      </ul>
      <div className="grid grid-cols-2 gap-2">
        {[texts.deny, texts.allow].map((answer, index) => (
          <span
            key={answer}
            className="flex items-center justify-center gap-1.5 rounded-control border border-accent-ink py-1.5 font-semibold text-accent-ink"
          >
            <Icon name={index === 0 ? "cross" : "tick"} />
            {answer}
          </span>
        ))}
      </div>
    </div>
  );
}

function AccessLifetime({ items, language }: Pick<PageProps, "items" | "language">) {
  const about = useRead("GET /about", {}, { enabled: may("stats.read") });
  const scopes = items.map(({ scope }) => scope);
  const { seconds, whileAway } = getAccessLifetime(scopes, about.data?.body.lifetimes);
  const texts = consentTextsIn(language).consent;
  const duration = durationIn(seconds, language);
  return whileAway ? texts.lastsWhileAway(duration) : texts.lastsWhilePresent(duration);
}

const Fact = ({ icon, children }: { readonly icon: IconName; readonly children: ReactNode }) => (
  <li className="flex gap-2">
    <Icon name={icon} className="mt-0.5 size-4" />
    <span className="min-w-0">{children}</span>
  </li>
);

function HomePage({ address }: { readonly address: string | undefined }) {
  if (address === undefined || !/^https?:/.test(address) || !URL.canParse(address)) return null;
  return <bdi className="text-sm text-accent-ink underline">{new URL(address).host}</bdi>;
}

function Group({ group, texts }: { readonly group: ItemGroup; readonly texts: ConsentPageTexts }) {
  return (
    <div className="mt-2">
      <p className="mb-1.5 flex items-center gap-1.5 font-semibold text-accent-ink">
        <Icon name={group.icon} className="size-4" />
        <bdi>{group.title}</bdi>
      </p>
      <ul className="divide-y rounded-control border">
        {group.items.map((item) => (
          <li key={item.scope} className="flex items-start gap-2.5 px-3 py-2">
            <Ticked required={item.consent === "required"} />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{titleOf(item, texts)}</span>
              {isOidc(item.scope) && (
                <span className="block text-sm text-muted">
                  {texts.consent.identityScopes[item.scope].detail}
                </span>
              )}
              <code className="block text-xs text-muted">{item.scope}</code>
            </span>
            {item.consent === "required" && (
              <span className="flex items-center gap-1 rounded-full border px-2 text-xs font-semibold text-muted">
                <Icon name="lock" className="size-3.5" />
                {texts.consent.required}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const Ticked = ({ required }: { readonly required: boolean }) => (
  <span
    aria-hidden="true"
    className={`mt-0.5 flex size-4.5 shrink-0 items-center justify-center rounded-small ${required ? "bg-edge text-surface" : "bg-accent text-on-accent"}`}
  >
    <Icon name="tick" className="size-3.5" />
  </span>
);

const titleOf = ({ scope, description }: AskedItem, { consent }: ConsentPageTexts): string =>
  isOidc(scope) ? consent.identityScopes[scope].title : (description ?? consent.undescribed);

/** Host and port, or the private-use scheme of a native app. */
function describeDestination(uri: string | undefined): string {
  if (uri === undefined || !URL.canParse(uri)) return "…";
  const url = new URL(uri);
  return url.host || url.protocol;
}
