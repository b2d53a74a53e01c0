import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { CONFLICTS, type ConflictValues } from "../../../../server/src/core/errors/conflict.ts";
import type { Conflict } from "../../api/conflict.ts";
import { conflictTexts } from "./conflict-texts.ts";
import { describeConflict } from "./describe-conflict.ts";

const VALUES: ConflictValues = {
  kind: "role",
  name: "clerk",
  member: "username",
  maximum: 7,
  used_by: [{ kind: "assignment", id: "asg_1" }],
  count: 1,
  more: true,
  application_type: "spa",
};
/** The conflict has all values of its code, and no others. */
function sample(code: keyof typeof CONFLICTS, more: object = {}): Conflict {
  const names = CONFLICTS[code].map((name) => name.replace("?", "") as keyof ConflictValues);
  const values = Object.fromEntries(names.map((name) => [name, VALUES[name]]));
  return { code, ...values, ...more } as unknown as Conflict;
}
const codes = Object.keys(CONFLICTS) as (keyof typeof CONFLICTS)[];

describe("what the present state does not allow", () => {
  for (const [language, texts] of Object.entries(conflictTexts)) {
    test(`has a sentence for every code of the API in ${language}`, () => {
      const wordless = codes.filter((code) => {
        const sentence = describeConflict(sample(code), texts);
        assert.doesNotMatch(sentence ?? "", /undefined|function/);
        return sentence === undefined;
      });
      // `input` is described by its issues, `other` by the detail that the API sends.
      assert.deepEqual(wordless, ["input", "other"]);
    });
  }

  test("is said with what uses a thing, and how many of them", () => {
    const used_by = [
      { kind: "role", id: "packer" },
      ...Array.from({ length: 5 }, (_, index) => ({ kind: "assignment", id: `asg_${index}` })),
    ];
    const { more: _, ...inUse } = sample("in_use", { used_by, count: 6 }) as Conflict & { more?: true };
    assert.equal(
      describeConflict(inUse, conflictTexts.en),
      "The role “clerk” is still used by role packer; assignment asg_0, asg_1, asg_2 and 2 more. Remove these first, or delete it together with them.",
    );
    assert.match(describeConflict(inUse, conflictTexts.zh) ?? "", /授权 asg_0、asg_1、asg_2 等共 5 个/);
    assert.match(describeConflict(sample("in_use"), conflictTexts.en) ?? "", /asg_1 and others/);
  });

  test("names a kind that there is no word for as the API does", () => {
    assert.equal(
      describeConflict(sample("exists", { kind: "planet" }), conflictTexts.zh),
      "planet“clerk”已存在，请换一个名称。",
    );
  });

  test("gives nothing for a code of tomorrow, which is then said as the API has it", () => {
    assert.equal(
      describeConflict({ code: "of_tomorrow" } as unknown as Conflict, conflictTexts.zh),
      undefined,
    );
  });
});
