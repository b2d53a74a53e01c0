/** What the page about the API knows of it: its OpenAPI document, arranged for readers. */
export interface ApiDescription {
  readonly groups: readonly ApiGroup[];
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

export interface ApiGroup {
  /** The tag: `roles`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly operations: readonly ApiOperation[];
}

export interface ApiOperation {
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly summary: string;
  /** One of them is enough. Empty: the client presents its id and secret. */
  readonly permissions: readonly string[];
  /** False where nothing is stored: a check, a list. */
  readonly writes: boolean;
  readonly parameters: readonly ApiParameter[];
  readonly body?: ApiBody;
  readonly answers: readonly ApiAnswer[];
}

export interface ApiParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface ApiBody extends ApiContent {
  readonly required: boolean;
  readonly description?: string;
}

export interface ApiContent {
  readonly mediaType: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface ApiAnswer {
  /** `200`, or `other`. */
  readonly status: string;
  readonly description: string;
  readonly content?: ApiContent;
}

/** As much of JSON Schema as the document uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly title?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}
