import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type BodyOf, describeCall } from "../../api/call-api.ts";
import type { Entity } from "../../api/entities.ts";
import { isTaken } from "../../api/issue-at.ts";
import { useWrite } from "../../api/use-api.ts";
import { Button } from "../../ui/button/button.tsx";
import { useFormInput } from "../../ui/form/use-form-input.ts";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { KINDS } from "../../values/kinds.generated.ts";
import { ApiCall } from "../api-call/api-call.tsx";
import { NewForm } from "../forms/new-form.tsx";
import { listOf, type PageKind, placeOf } from "../kinds/pages.ts";
import { FormProblem } from "../problems/form-problem.tsx";
import { useToast } from "../problems/toasts.tsx";

type NewBody<Kind extends PageKind> = BodyOf<(typeof KINDS)[Kind]["create"]>;

/** The input for a new entity, as the fields see it. */
interface NewEntity<Typed extends object> {
  readonly typed: Typed;
  change(members: Partial<Typed>): void;
  readonly error: unknown;
  /** The user tried to submit, so missing values show an issue. */
  readonly tried: boolean;
}

interface NewEntityPageProps<Kind extends PageKind, Typed extends object> {
  readonly kind: Kind;
  readonly texts: {
    readonly title: string;
    readonly createDescription: string;
    readonly create: string;
    readonly created: string | ((name: string) => string);
    readonly notCreated: string;
  };
  /** By the names of the API: an issue of one of these members is shown at its field. */
  readonly untouched: Typed;
  isComplete(typed: Typed): boolean;
  bodyOf(typed: Typed): NewBody<Kind>;
  /** The call is shown and copied, so its body contains no password. */
  shownBodyOf?(typed: Typed): NewBody<Kind>;
  /** A field says that its value is taken, so the notice above the fields need not. */
  readonly hasTakenField?: boolean;
  /** A wider form, for rows of fields. */
  readonly wide?: boolean;
  /** Before the submit button; `check` reports missing values and returns false if there are any. */
  buttons?(typed: Typed, check: () => boolean): ReactNode;
  children(form: NewEntity<Typed>): ReactNode;
}

/** The page that creates an entity, and opens it then. */
export function NewEntityPage<Kind extends PageKind, Typed extends object>(
  props: NewEntityPageProps<Kind, Typed>,
) {
  const { kind, texts, bodyOf, shownBodyOf = bodyOf, hasTakenField = false, wide = false } = props;
  const navigate = useNavigate();
  const toast = useToast();
  const { typed, change, dirty, tried, setTried } = useFormInput(props.untouched);
  const create = useWrite(KINDS[kind].create);
  const { error } = create;
  const check = () => {
    setTried(true);
    return props.isComplete(typed);
  };
  const submit = () => {
    if (!check()) return;
    create.mutate({ body: bodyOf(typed) } as never, {
      onSuccess({ body }) {
        const { id } = body as Entity<Kind>;
        toast({ title: typeof texts.created === "string" ? texts.created : texts.created(id) });
        void navigate({ ...placeOf(kind, id), ignoreBlocker: true } as never);
      },
    });
  };
  return (
    <>
      <PageHeader
        title={texts.create}
        description={texts.createDescription}
        breadcrumbs={[{ label: texts.title, place: listOf(kind) }]}
        actions={<ApiCall call={describeCall(KINDS[kind].create, { body: shownBodyOf(typed) } as never)} />}
      />
      <NewForm
        list={listOf(kind)}
        dirty={dirty}
        onSubmit={submit}
        wide={wide}
        buttons={
          <>
            {props.buttons?.(typed, check)}
            <Button kind="primary" type="submit" loading={create.isPending}>
              {texts.create}
            </Button>
          </>
        }
      >
        <FormProblem
          error={hasTakenField && isTaken(error) ? undefined : error}
          title={texts.notCreated}
          fields={Object.keys(props.untouched).map((member) => `/${member}`)}
        />
        {props.children({ typed, change, error, tried })}
      </NewForm>
    </>
  );
}
