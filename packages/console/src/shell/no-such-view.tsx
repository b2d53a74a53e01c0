import { useTexts } from "../texts/use-texts.tsx";
import { LinkButton } from "../ui/button/link-button.tsx";
import { PageHeader } from "../ui/layout/page-header.tsx";
import { shellTexts } from "./texts.ts";

/** The view for an unknown address. */
export function NoSuchView() {
  const texts = useTexts(shellTexts);
  return (
    <>
      <PageHeader title={texts.noSuchView} description={texts.noSuchViewHint} />
      <LinkButton to="/">{texts.home}</LinkButton>
    </>
  );
}
