import type { Option } from "../../components/search/option.ts";

const OPTIONS: readonly Option[] = [
  { value: "orders:read", label: "orders:read", detail: "See orders" },
  { value: "orders:write", label: "orders:write", detail: "Change orders" },
  { value: "orders:refund", label: "orders:refund", detail: "Give money back" },
  { value: "billing_admin", label: "billing_admin", detail: "Everything about bills" },
  { value: "reports:read", label: "reports:read" },
];

/** Imitates the server: it responds after a delay, and fails for the text `fail`. */
export async function searchSamples(text: string): Promise<readonly Option[]> {
  await new Promise((resolve) => setTimeout(resolve, 300));
  if (text === "fail") throw new Error("the search failed");
  return OPTIONS.filter(({ label }) => label.includes(text));
}
