/** What a conversion tells the operator beside the file that it makes. No note contains a secret. */

export interface Note {
  /** `application shop`, `user alice` */
  readonly what: string;
  /** The reason, and what to do about it. Notes with the same reason are shown together. */
  readonly why: string;
}

export interface RenamedNote {
  /** `role`, `client_id` */
  readonly kind: string;
  readonly from: string;
  readonly to: string;
}

export interface ConversionReport {
  readonly renamed: readonly RenamedNote[];
  readonly notConverted: readonly Note[];
  readonly toDo: readonly Note[];
}

export interface Notes {
  rename(kind: string, from: string, to: string): void;
  /** Something of the export is not in the file. */
  leaveOut(what: string, why: string): void;
  /** Something is in the file, and the operator has to do the rest. */
  toDo(what: string, why: string): void;
  report(): ConversionReport;
}

export function createNotes(): Notes {
  const renamed: RenamedNote[] = [];
  const notConverted: Note[] = [];
  const toDo: Note[] = [];
  return {
    rename: (kind, from, to) => void renamed.push({ kind, from, to }),
    leaveOut: (what, why) => void notConverted.push({ what, why }),
    toDo: (what, why) => void toDo.push({ what, why }),
    report: () => ({ renamed, notConverted, toDo }),
  };
}
