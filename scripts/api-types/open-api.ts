import { startLicet } from "../../tests/support/start-licet.ts";
import type { JsonSchema } from "./write-type.ts";

/** The parts of an OpenAPI document that become types. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

export interface Operation {
  readonly security?: readonly { readonly token?: readonly string[] }[];
  readonly parameters?: readonly {
    /** Header fields are references; they have no other member. */
    readonly $ref?: string;
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: JsonSchema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

export type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

/** The document of this source tree. */
export async function readOpenApi(): Promise<OpenApi> {
  const licet = await startLicet({ state: "" });
  try {
    return (await (await fetch(`${licet.url}/api/v1/openapi.json`)).json()) as OpenApi;
  } finally {
    await licet.stop();
  }
}
