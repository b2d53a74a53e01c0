import { isShownAtFields } from "../../api/issue-at.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Notice } from "../../ui/display/notice.tsx";
import { uiTexts } from "../../ui/texts.ts";
import { ErrorNotice } from "./error-notice.tsx";

interface FormProblemProps {
  /** The thrown error; null and undefined render nothing. */
  readonly error: unknown;
  /** The action that failed, in the words of the form. */
  readonly title: string;
  /** JSON pointers of the fields that show their own issues. */
  readonly fields: readonly string[];
}

/** The notice above a rejected form: the reason, or a hint at the fields. */
export function FormProblem({ error, title, fields }: FormProblemProps) {
  const texts = useTexts(uiTexts);
  if (error === undefined || error === null) return null;
  if (!isShownAtFields(error, fields)) return <ErrorNotice error={error} title={title} />;
  return (
    <Notice tone="bad" title={title} live>
      {texts.seeFields}
    </Notice>
  );
}
