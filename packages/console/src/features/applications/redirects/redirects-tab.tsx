import { ApiProblem } from "../../../api/problem.ts";
import { Field } from "../../../components/fields/field.tsx";
import { SaveBar } from "../../../components/forms/save-bar.tsx";
import { useToast } from "../../../components/problems/toasts.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { type Application, isPublicType } from "../application.ts";
import { UriList } from "../uri-list.tsx";
import { useApplication } from "../use-application.ts";
import { useApplicationDraft } from "../use-application-draft.ts";
import { ConsentPreview } from "./consent-preview.tsx";
import { LogoField } from "./logo-field.tsx";
import { redirectsTexts } from "./texts.ts";

const pick = (application: Application) => ({
  redirect_uris: application.redirect_uris ?? [],
  post_logout_redirect_uris: application.post_logout_redirect_uris ?? [],
  backchannel_logout_uri: application.backchannel_logout_uri ?? "",
  home_page: application.home_page ?? "",
  first_party: application.first_party ?? false,
  require_pkce: application.require_pkce ?? false,
  require_pushed_authorization_requests: application.require_pushed_authorization_requests ?? false,
});

/** Edits the redirect URIs, the appearance on the consent page, and the rules for sign-ins. */
export function RedirectsTab() {
  const texts = useTexts(redirectsTexts);
  const toast = useToast();
  const { application, editable } = useApplication();
  const { draft, call } = useApplicationDraft(pick);
  const { part } = draft;
  const problem = draft.error instanceof ApiProblem ? draft.error : undefined;
  const isPublic = isPublicType(application.type);
  return (
    <div className="grid items-start gap-x-8 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <Section title={texts.addresses} description={texts.addressesHint}>
        <div className="grid gap-6">
          <UriList
            legend={texts.redirectUris}
            hint={texts.redirectUrisHint}
            value={part.redirect_uris}
            onChange={(uris) => draft.change({ redirect_uris: uris })}
            label={texts.redirectUri}
            addLabel={texts.addRedirectUri}
            disabled={!editable}
            errorOf={(index) => problem?.about(`/redirect_uris/${index}`)}
            error={problem?.about("/redirect_uris")}
          />
          <UriList
            legend={texts.postLogout}
            hint={texts.postLogoutHint}
            value={part.post_logout_redirect_uris}
            onChange={(uris) => draft.change({ post_logout_redirect_uris: uris })}
            label={texts.postLogoutUri}
            addLabel={texts.addPostLogout}
            disabled={!editable}
            errorOf={(index) => problem?.about(`/post_logout_redirect_uris/${index}`)}
            error={problem?.about("/post_logout_redirect_uris")}
          />
          <Field
            label={texts.backchannel}
            hint={texts.backchannelHint}
            disabled={!editable}
            error={problem?.about("/backchannel_logout_uri")}
          >
            <AddressInput
              value={part.backchannel_logout_uri}
              onChange={(uri) => draft.change({ backchannel_logout_uri: uri })}
            />
          </Field>
          <h3 className="border-t pt-5 font-bold">{texts.look}</h3>
          <LogoField />
          <Field
            label={texts.homePage}
            hint={texts.homePageHint}
            disabled={!editable}
            error={problem?.about("/home_page")}
          >
            <AddressInput value={part.home_page} onChange={(uri) => draft.change({ home_page: uri })} />
          </Field>
          <h3 className="border-t pt-5 font-bold">{texts.trust}</h3>
          <Checkbox
            label={texts.firstParty}
            detail={texts.firstPartyHint}
            checked={part.first_party}
            onChange={(first_party) => draft.change({ first_party })}
            disabled={!editable}
          />
          <Checkbox
            label={texts.pkce}
            detail={isPublic ? texts.pkceAlways : texts.pkceHint}
            checked={part.require_pkce}
            onChange={(require_pkce) => draft.change({ require_pkce })}
            disabled={!editable || isPublic}
          />
          <Checkbox
            label={texts.pushed}
            detail={texts.pushedHint}
            checked={part.require_pushed_authorization_requests}
            onChange={(checked) => draft.change({ require_pushed_authorization_requests: checked })}
            disabled={!editable}
          />
          {editable && (
            <SaveBar
              draft={draft}
              call={call}
              labels={{
                redirect_uris: texts.redirectUris,
                post_logout_redirect_uris: texts.postLogout,
                backchannel_logout_uri: texts.backchannel,
                home_page: texts.homePage,
                first_party: texts.firstParty,
                require_pkce: texts.pkce,
                require_pushed_authorization_requests: texts.pushed,
              }}
              onSaved={() => toast({ title: texts.saved })}
            />
          )}
        </div>
      </Section>
      <div className="min-w-0 xl:sticky xl:top-20">
        <ConsentPreview application={{ ...application, ...part }} />
      </div>
    </div>
  );
}

const AddressInput = ({ value, onChange }: { readonly value: string; onChange(value: string): void }) => (
  <TextInput
    className="font-mono text-sm"
    type="url"
    inputMode="url"
    value={value}
    onChange={onChange}
    placeholder="https://"
    autoComplete="off"
    spellCheck={false}
  />
);
