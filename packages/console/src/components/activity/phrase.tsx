import { Fragment, type ReactNode } from "react";

interface PhraseProps {
  /** `{actor} signed in`: each language orders the placeholders itself. */
  readonly text: string;
  readonly parts: Readonly<Record<string, ReactNode>>;
}

/** A sentence with links in it. */
export function Phrase({ text, parts }: PhraseProps) {
  return text.split(/\{(\w+)\}/).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces keep their order.
    <Fragment key={index}>{index % 2 === 0 ? piece : parts[piece]}</Fragment>
  ));
}
