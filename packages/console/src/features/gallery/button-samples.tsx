import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import type { ButtonKind } from "../../ui/button/button-classes.ts";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { LinkButton } from "../../ui/button/link-button.tsx";
import { TextLink } from "../../ui/button/text-link.tsx";
import { ICON_NAMES, Icon } from "../../ui/icons.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { galleryTexts } from "./texts.ts";

const KINDS: readonly ButtonKind[] = ["primary", "secondary", "quiet", "danger"];

export function ButtonSamples() {
  const texts = useTexts(galleryTexts);
  return (
    <Section title={texts.buttons}>
      <div className="grid gap-3">
        {KINDS.map((kind) => (
          <div key={kind} className="flex flex-wrap items-center gap-2">
            <Button kind={kind}>{texts.save}</Button>
            <Button kind={kind} icon="plus">
              {texts.save}
            </Button>
            <Button kind={kind} loading>
              {texts.save}
            </Button>
            <Button kind={kind} disabled>
              {texts.save}
            </Button>
            <Button kind={kind} size="small">
              {texts.save}
            </Button>
            <LinkButton to="/" kind={kind} size="small" icon="home">
              {texts.details}
            </LinkButton>
          </div>
        ))}
        <div className="flex flex-wrap items-center gap-2">
          <IconButton icon="edit" label={texts.details} />
          <IconButton icon="trash" label={texts.remove} size="small" />
          <TextLink to="/">{texts.details}</TextLink>
        </div>
        <div className="flex flex-wrap gap-3 text-muted">
          {ICON_NAMES.map((name) => (
            <span key={name} title={name}>
              <Icon name={name} className="size-5" />
            </span>
          ))}
        </div>
      </div>
    </Section>
  );
}
