import assert from "node:assert/strict";
import { test } from "node:test";
import { consentTextsIn } from "./consent-texts.ts";
import { describeAskedItems } from "./describe-asked-items.ts";
import { groupAskedItems } from "./group-asked-items.ts";

const CATALOGUE = new Map(
  [
    {
      name: "orders",
      displayName: { en: "Orders", zh: "订单" },
      actions: { read: { en: "See orders" }, write: { en: "Change orders" } },
    },
    { name: "stock", actions: { read: {} } },
    { name: "billing_admin", actions: { "": { en: "Everything about bills" } } },
  ].map((one) => [one.name, one] as const),
);
const DELEGATED = ["orders:*", "openid", "stock:read", "billing_admin", "orders:write"].map((scope) => ({
  scope,
  consent: "required" as const,
}));

const titlesIn = (language: "en" | "zh") => {
  const items = describeAskedItems(DELEGATED, CATALOGUE, language);
  return groupAskedItems(items, consentTextsIn(language)).map(({ title }) => title);
};

test("the preview names a resource as the consent page does: by its display name, and else by its technical name", () => {
  assert.deepEqual(titlesIn("en"), ["You", "Orders", "stock", "General"]);
  assert.deepEqual(titlesIn("zh"), ["您本人", "订单", "stock", "通用"]);
});

test("the preview expands every action, once each, with the words of the catalogue", () => {
  const items = describeAskedItems(DELEGATED, CATALOGUE, "en");
  const orders = items.filter(({ resource }) => resource === "orders");
  assert.deepEqual(
    orders.map(({ scope, description }) => `${scope} ${description}`),
    ["orders:read See orders", "orders:write Change orders"],
  );
});
