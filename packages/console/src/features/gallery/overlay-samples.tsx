import { useState } from "react";
import { Field } from "../../components/fields/field.tsx";
import { ConfirmDialog } from "../../components/forms/confirm-dialog.tsx";
import { useToast } from "../../components/problems/toasts.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Drawer } from "../../ui/overlay/drawer.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { galleryTexts } from "./texts.ts";

export function OverlaySamples() {
  const texts = useTexts(galleryTexts);
  const toast = useToast();
  const [open, setOpen] = useState<"dialog" | "confirm" | "drawer" | undefined>(undefined);
  const close = () => setOpen(undefined);
  return (
    <Section title={texts.overlays}>
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => setOpen("dialog")}>Dialog</Button>
        <Button onClick={() => setOpen("confirm")}>ConfirmDialog</Button>
        <Button onClick={() => setOpen("drawer")}>Drawer</Button>
        <Button onClick={() => toast({ title: texts.granted, undo: () => Promise.reject(new Error("no")) })}>
          Toast
        </Button>
        <Button
          onClick={() => toast({ title: texts.nameError, detail: texts.enabledDetail, kind: "problem" })}
        >
          Toast (problem)
        </Button>
        <Menu
          trigger={<IconButton icon="more" label="Menu" />}
          items={[
            { label: texts.details, icon: "edit", place: { to: "/" } },
            { label: texts.save, icon: "copy", onSelect: () => toast({ title: texts.save, kind: "info" }) },
            { separator: "end" },
            { label: texts.remove, icon: "trash", danger: true, onSelect: () => setOpen("confirm") },
          ]}
        />
        <Tooltip text={texts.enabledDetail}>
          <Button kind="quiet">Tooltip</Button>
        </Tooltip>
      </div>
      <Dialog
        open={open === "dialog"}
        onClose={close}
        title={texts.create}
        description={texts.emptyHint}
        footer={
          <Button kind="primary" onClick={close}>
            {texts.save}
          </Button>
        }
      >
        <Field label={texts.name} required>
          <TextInput value="" onChange={() => undefined} />
        </Field>
      </Dialog>
      <ConfirmDialog
        open={open === "confirm"}
        onClose={close}
        title={texts.removeTitle}
        consequences={texts.consequences.split("\n")}
        confirmLabel={texts.remove}
        typeToConfirm="clerk"
        onConfirm={() => Promise.reject(new Error(texts.nameError))}
      />
      <Drawer
        open={open === "drawer"}
        onClose={close}
        title={texts.details}
        footer={<Button onClick={close}>{texts.save}</Button>}
      >
        <p>{texts.emptyHint}</p>
      </Drawer>
    </Section>
  );
}
