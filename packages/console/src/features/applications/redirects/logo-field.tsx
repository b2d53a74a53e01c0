import { useId, useRef, useState } from "react";
import { describeCall } from "../../../api/call-api.ts";
import type { FieldIssue } from "../../../api/input-issue.ts";
import { ApiProblem } from "../../../api/problem.ts";
import { useWrite } from "../../../api/use-api.ts";
import { ApiCall } from "../../../components/api-call/api-call.tsx";
import { IssueText } from "../../../components/problems/issue-text.tsx";
import { useToast } from "../../../components/problems/toasts.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { nameOf } from "../application.ts";
import { useApplication } from "../use-application.ts";
import { Emblem } from "./emblem.tsx";
import { shrinkImage } from "./shrink-image.ts";
import { redirectsTexts } from "./texts.ts";
import { useLogo } from "./use-logo.ts";

/** The logo of the application. It is stored at once, not with the form. */
export function LogoField() {
  const texts = useTexts(redirectsTexts);
  const toast = useToast();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { application, clientId, editable } = useApplication();
  const logo = useLogo(application);
  const [error, setError] = useState<FieldIssue>();
  const put = useWrite("PUT /applications/{client_id}/logo");
  const remove = useWrite("DELETE /applications/{client_id}/logo");
  const params = { client_id: clientId };

  const showProblem = (problem: unknown) =>
    setError(
      problem instanceof ApiProblem ? (problem.about("/data") ?? problem.message) : texts.logoUnreadable,
    );
  const upload = async (file: File | undefined) => {
    if (!file) return;
    setError(undefined);
    const bytes = await shrinkImage(file);
    if (!bytes) return setError(texts.logoUnreadable);
    try {
      await put.mutateAsync({ params, body: { data: base64Of(bytes) } });
      toast({ title: texts.logoSaved });
    } catch (problem) {
      showProblem(problem);
    }
  };
  const deleteLogo = async () => {
    setError(undefined);
    try {
      await remove.mutateAsync({ params });
      toast({ title: texts.logoRemoved });
    } catch (problem) {
      showProblem(problem);
    }
  };
  return (
    <div className="grid gap-1.5">
      <span id={`${id}-label`} className="font-medium">
        {texts.logo}
      </span>
      <div className="flex flex-wrap items-center gap-3">
        <Emblem name={nameOf(application)} logo={logo} />
        {editable && (
          <>
            <input
              ref={input}
              type="file"
              accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
              className="sr-only"
              tabIndex={-1}
              aria-labelledby={`${id}-label`}
              onChange={(event) => {
                void upload(event.target.files?.[0]);
                event.target.value = "";
              }}
            />
            <Button
              size="small"
              loading={put.isPending}
              aria-describedby={`${id}-hint`}
              onClick={() => input.current?.click()}
            >
              {logo === undefined ? texts.chooseLogo : texts.replaceLogo}
            </Button>
            {logo !== undefined && (
              <Button size="small" loading={remove.isPending} onClick={() => void deleteLogo()}>
                {texts.removeLogo}
              </Button>
            )}
            <ApiCall
              call={describeCall("PUT /applications/{client_id}/logo", { params, body: { data: "…" } })}
            />
          </>
        )}
      </div>
      {error !== undefined && (
        <p className="text-sm text-problem" role="alert">
          <IssueText issue={error} />
        </p>
      )}
      <p id={`${id}-hint`} className="text-sm text-muted">
        {texts.logoHint} {logo === undefined && texts.noLogo}
      </p>
    </div>
  );
}

const base64Of = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
