import { useState } from "react";
import { Field } from "../../components/fields/field.tsx";
import { RadioCards } from "../../components/fields/radio-cards.tsx";
import { Combobox } from "../../components/search/combobox.tsx";
import { MultiPicker } from "../../components/search/multi-picker.tsx";
import type { Option } from "../../components/search/option.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Select } from "../../ui/form/select.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { searchSamples } from "./sample-options.ts";
import { galleryTexts } from "./texts.ts";

type Kind = "service" | "web" | "spa";

export function ChoiceSamples() {
  const texts = useTexts(galleryTexts);
  const [kind, setKind] = useState<Kind>("service");
  const [one, setOne] = useState<Option | undefined>(undefined);
  const [several, setSeveral] = useState<readonly Option[]>([
    { value: "orders:read", label: "orders:read" },
    { value: "orders:write", label: "orders:write" },
  ]);
  const [on, setOn] = useState(true);
  return (
    <Section title={texts.choices}>
      <div className="grid gap-5 md:grid-cols-2">
        <Field label={texts.type} required>
          <Select
            value={kind}
            onChange={setKind}
            options={[
              { value: "service", label: texts.service, detail: texts.serviceDetail },
              { value: "web", label: texts.web },
              { value: "spa", label: "SPA" },
            ]}
          />
        </Field>
        <Field label={texts.role} required error={one ? undefined : texts.nameError}>
          <Combobox value={one} onChange={setOne} search={searchSamples} />
        </Field>
        <Field label={texts.permissions} className="md:col-span-2">
          <MultiPicker value={several} onChange={setSeveral} search={searchSamples} />
        </Field>
        <div className="grid gap-3">
          <Checkbox label={texts.enabled} checked={on} onChange={setOn} detail={texts.enabledDetail} />
          <Checkbox label={texts.enabled} checked={!on} onChange={(next) => setOn(!next)} />
          <Checkbox label={texts.enabled} checked={false} partly onChange={() => undefined} />
          <Checkbox label={texts.enabled} checked disabled onChange={() => undefined} />
        </div>
        <div className="grid content-start gap-3">
          <Switch label={texts.enabled} checked={on} onChange={setOn} detail={texts.enabledDetail} />
          <Switch label={texts.enabled} checked={!on} onChange={(next) => setOn(!next)} />
          <Switch label={texts.enabled} checked disabled onChange={() => undefined} />
        </div>
        <div className="md:col-span-2">
          <RadioCards
            legend={texts.type}
            hint={texts.nameHint}
            value={kind}
            onChange={setKind}
            columns={3}
            cards={[
              { value: "service", title: texts.service, detail: texts.serviceDetail, icon: "settings" },
              { value: "web", title: texts.web, detail: texts.webDetail, icon: "application" },
              { value: "spa", title: "SPA", detail: texts.serviceDetail, icon: "code", disabled: true },
            ]}
          />
        </div>
      </div>
    </Section>
  );
}
