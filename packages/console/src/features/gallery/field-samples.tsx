import { useState } from "react";
import { Field } from "../../components/fields/field.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { CodeInput } from "../../ui/form/code-input.tsx";
import { DateTimeInput } from "../../ui/form/date-time-input.tsx";
import { PasswordInput } from "../../ui/form/password-input.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { galleryTexts } from "./texts.ts";

export function FieldSamples() {
  const texts = useTexts(galleryTexts);
  const [name, setName] = useState("Nightly reports");
  const [password, setPassword] = useState("correct horse");
  const [condition, setCondition] = useState('request.time.getHours("UTC") < 18');
  const [expiresAt, setExpiresAt] = useState<string | undefined>("2027-01-31T09:30:00Z");
  return (
    <Section title={texts.fields}>
      <div className="grid gap-5 md:grid-cols-2">
        <Field label={texts.name} hint={texts.nameHint} required>
          <TextInput value={name} onChange={setName} />
        </Field>
        <Field label={texts.name} error={texts.nameError} required>
          <TextInput value={name} onChange={setName} />
        </Field>
        <Field label={texts.name}>
          <TextInput value={name} onChange={setName} disabled />
        </Field>
        <Field label={texts.password} required>
          <PasswordInput value={password} onChange={setPassword} />
        </Field>
        <Field label={texts.details}>
          <TextArea value="" onChange={() => undefined} placeholder={texts.nameHint} />
        </Field>
        <Field label={texts.condition} hint="CEL">
          <CodeInput value={condition} onChange={setCondition} />
        </Field>
        <Field label={texts.expires} className="md:col-span-2">
          <DateTimeInput value={expiresAt} onChange={setExpiresAt} />
        </Field>
      </div>
    </Section>
  );
}
