/** As much of OpenAPI as the document uses. */
export interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, OpenApiResponse>>;
    readonly parameters: Readonly<Record<string, OpenApiParameter>>;
    readonly headers: Readonly<Record<string, object>>;
    readonly securitySchemes: {
      readonly token: {
        readonly flows: {
          readonly clientCredentials: { readonly scopes: Readonly<Record<string, string>> };
        };
      };
    };
  };
}
// biome-ignore lint/suspicious/noExplicitAny: JSON Schema, looked at member by member
export type Schema = Record<string, any>;
export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  /** A token with a permission, or the secret of a client. */
  readonly security: readonly { readonly token?: readonly string[]; readonly client?: readonly [] }[];
  readonly parameters?: readonly (OpenApiParameter | Reference)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, OpenApiResponse | Reference>>;
}
export interface OpenApiParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly schema: Schema;
}
export interface OpenApiResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Content;
}
export type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
export interface Reference {
  readonly $ref: string;
}
