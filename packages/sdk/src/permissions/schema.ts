// Made by `npm run api:types` from the OpenAPI document. Do not edit.

export interface Schemas {
  readonly About: {
    readonly version: string;
    readonly issuer: string;
    readonly engine: "sqlite" | "postgres";
    readonly brand: Schemas["Brand"];
    readonly metrics: Schemas["MetricsAccess"];
    readonly lifetimes: Readonly<Record<string, number>>;
    readonly limits: Readonly<Record<string, number>>;
  };
  readonly AccessAccount: {
    readonly access_key: string;
    readonly name?: string;
    readonly ceiling?: readonly string[];
    readonly enabled: boolean;
    readonly expires_at?: string;
    readonly application: string;
    readonly id: string;
    readonly version: number;
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly AccessAccountInput: {
    readonly access_key?: string;
    readonly name?: string;
    readonly ceiling?: readonly string[];
    readonly enabled?: boolean;
    readonly expires_at?: string;
    readonly secret_key?: string;
  };
  readonly AccessAccountPage: {
    readonly items: readonly Schemas["AccessAccount"][];
    readonly total?: number;
    readonly total_at_least?: number;
    readonly next_cursor?: string;
  };
  readonly AccessAccountReplacement: {
    readonly access_key?: string;
    readonly name?: string;
    readonly ceiling?: readonly string[];
    readonly enabled?: boolean;
    readonly expires_at?: string;
    readonly secret_key?: string;
    readonly application?: string;
    readonly id?: string;
    readonly version?: number;
    readonly created_at?: string;
    readonly updated_at?: string;
  };
  readonly AccessAccountSecretInput: { readonly secret_key?: string; readonly expires_at?: string };
  readonly Action: { readonly description: Schemas["LocalizedText"] };
  readonly ActionInput: { readonly description: Schemas["LocalizedTextInput"] };
  readonly AddDelegatedScopeSuggestion: {
    readonly text: string;
    readonly kind: "add_delegated_scope";
    readonly scope: string;
  };
  readonly AllowedExplanation: {
    readonly via: Schemas["GrantPath"];
    readonly within?: Schemas["Within"];
    readonly expires_at?: string;
    readonly allowed: true;
    readonly revision: number;
  };
  readonly Application: {
    readonly client_id: string;
    readonly name: string;
    readonly type: "service" | "web" | "spa" | "native";
    readonly enabled: boolean;
    readonly redirect_uris: readonly string[];
    readonly post_logout_redirect_uris: readonly string[];
    readonly require_pkce: boolean;
    readonly first_party: boolean;
    readonly delegated: readonly Schemas["DelegatedScope"][];
    readonly token_endpoint_auth_method?:
      | "client_secret_post"
      | "client_secret_basic"
      | "private_key_jwt"
      | "none";
    readonly jwks?: Schemas["JwkSet"];
    readonly id_token_signed_response_alg: "RS256" | "ES256";
    readonly id_token_claims: "profile" | "minimal";
    readonly require_pushed_authorization_requests: boolean;
    readonly require_signed_request_object: boolean;
    readonly client_assertion_max_lifetime: number;
    readonly serves: readonly string[];
    readonly home_page?: string;
    readonly backchannel_logout_uri?: string;
    readonly has_logo: boolean;
    readonly id: string;
    readonly version: number;
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly ApplicationInput: {
    readonly client_id?: string;
    readonly name?: string;
    readonly type: "service" | "web" | "spa" | "native";
    readonly enabled?: boolean;
    readonly redirect_uris?: readonly string[];
    readonly post_logout_redirect_uris?: readonly string[];
    readonly require_pkce?: boolean;
    readonly first_party?: boolean;
    readonly delegated?: readonly Schemas["DelegatedScopeInput"][];
    readonly token_endpoint_auth_method?:
      | "client_secret_post"
      | "client_secret_basic"
      | "private_key_jwt"
      | "none";
    readonly jwks?: Schemas["JwkSet"];
    readonly id_token_signed_response_alg?: "RS256" | "ES256";
    readonly id_token_claims?: "profile" | "minimal";
    readonly require_pushed_authorization_requests?: boolean;
    readonly require_signed_request_object?: boolean;
    readonly client_assertion_max_lifetime?: number;
    readonly serves?: readonly string[];
    readonly home_page?: string;
    readonly backchannel_logout_uri?: string;
    readonly client_secret?: string;
  };
  readonly ApplicationPage: {
    readonly items: readonly Schemas["Application"][];
    readonly total?: number;
    readonly total_at_least?: number;
    readonly next_cursor?: string;
  };
  readonly ApplicationReplacement: {
    readonly client_id?: string;
    readonly name?: string;
    readonly type: "service" | "web" | "spa" | "native";
    readonly enabled?: boolean;
    readonly redirect_uris?: readonly string[];
    readonly post_logout_redirect_uris?: readonly string[];
    readonly require_pkce?: boolean;
    readonly first_party?: boolean;
    readonly delegated?: readonly Schemas["DelegatedScopeInput"][];
    readonly token_endpoint_auth_method?:
      | "client_secret_post"
      | "client_secret_basic"
      | "private_key_jwt"
      | "none";
    readonly jwks?: Schemas["JwkSet"];
    readonly id_token_signed_response_alg?: "RS256" | "ES256";
    readonly id_token_claims?: "profile" | "minimal";
    readonly require_pushed_authorization_requests?: boolean;
    readonly require_signed_request_object?: boolean;
    readonly client_assertion_max_lifetime?: number;
    readonly serves?: readonly string[];
    readonly home_page?: string;
    readonly backchannel_logout_uri?: string;
    readonly client_secret?: string;
    readonly has_logo?: boolean;
    readonly id?: string;
    readonly version?: number;
    readonly created_at?: string;
    readonly updated_at?: string;
  };
  readonly ApplicationSecretInput: { readonly client_secret?: string; readonly expires_at?: string };
  readonly AssignPermissionSuggestion: {
    readonly text: string;
    readonly kind: "assign_permission";
    readonly change: Schemas["SuggestedChange"];
  };
  readonly AssignRoleSuggestion: {
    readonly text: string;
    readonly kind: "assign_role";
    readonly principal: string;
    readonly roles: readonly string[];
    readonly more: number;
  };
  readonly Assignment: {
    readonly principal: string;
    readonly role?: string;
    readonly permission?: string;
    readonly at?: string;
    readonly when?: string;
    readonly expires_at?: string;
    readonly principal_details?: Schemas["PrincipalDetails"];
    readonly id: string;
    readonly version: number;
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly AssignmentChanges: {
    readonly create?: readonly Schemas["AssignmentInput"][];
    readonly delete?: readonly string[];
  };
  readonly AssignmentEffect: { readonly id: string; readonly effect: "created" | "updated" | "unchanged" };
  readonly AssignmentInput: {
    readonly principal: string;
    readonly role?: string;
    readonly permission?: string;
    readonly at?: string;
    readonly when?: string;
    readonly expires_at?: string;
  };
  readonly AssignmentPage: {
    readonly items: readonly Schemas["Assignment"][];
    readonly total?: number;
    readonly total_at_least?: number;
    readonly next_cursor?: string;
  };
  readonly AssignmentResults: {
    readonly created: readonly Schemas["AssignmentEffect"][];
    readonly deleted: readonly string[];
    readonly revision: number;
  };
  readonly AuditEvent: {
    readonly id: number;
    readonly at: string;
    readonly type: string;
    readonly actor: string;
    readonly target?: string;
    readonly ip?: string;
    readonly request_id?: string;
    readonly data?: Schemas["AuditEventData"];
  };
  readonly AuditEventData: {
    readonly revision?: number;
    readonly because?: string;
    readonly principal?: string;
    readonly role?: string;
    readonly permission?: string;
    readonly at?: string;
    readonly conditional?: true;
    readonly expires_at?: string;
    readonly replaced?: true;
    readonly changes?: Readonly<Record<string, Schemas["ChangedMember"]>>;
    readonly changes_withheld?: true;
    readonly changes_erased?: true;
    readonly truncated?: true;
    readonly group?: string;
    readonly member?: string;
    readonly count?: number;
  } & Readonly<Record<string, unknown>>;
  readonly AuditEventPage: {
    readonly items: readonly Schemas["AuditEvent"][];
    readonly next_cursor?: string;
  };
  readonly BlockedBy:
    | Schemas["BlockedByExpiry"]
    | Schemas["BlockedByInstance"]
    | Schemas["BlockedByCondition"];
  readonly BlockedByCondition: {
    readonly kind: "condition";
    readonly condition: Schemas["ConditionOutcome"];
  };
  readonly BlockedByExpiry: { readonly kind: "expired"; readonly expired_at: string };
  readonly BlockedByInstance: { readonly kind: "other_instance"; readonly at: string };
  readonly Brand: { readonly name: string; readonly colour?: string };
  readonly ChangeSet: {
    readonly revision: number;
    readonly at: string;
    readonly actor: string;
    readonly changes: readonly Schemas["ChangedEntity"][];
  };
  readonly ChangeSetPage: {
    readonly changes: readonly Schemas["ChangeSet"][];
    readonly next: number;
    readonly revision: number;
  };
  readonly ChangedEntity: { readonly op: "put" | "delete"; readonly kind: string; readonly id: string };
  readonly ChangedMember: {
    readonly before?: unknown;
    readonly after?: unknown;
    readonly before_length?: number;
    readonly after_length?: number;
    readonly changed?: true;
  };
  readonly CheckBatch: {
    readonly defaults?: Schemas["PartialCheck"];
    readonly checks: readonly Schemas["PartialCheck"][];
    readonly stop_on?: "first_deny" | "first_allow";
    readonly at_least?: number;
  };
  readonly CheckBatchResult: {
    readonly results: readonly Schemas["CheckVerdict"][];
    readonly revision: number;
  };
  readonly CheckContext: {
    readonly ip?: string;
    readonly time?: number | string;
    readonly grant_type?: string;
    readonly acr?: string;
    readonly amr?: readonly string[];
    readonly auth_time?: number | string;
    readonly client?: Schemas["ContextClient"];
  } & Readonly<Record<string, unknown>>;
  readonly CheckInstanceSuggestion: {
    readonly text: string;
    readonly kind: "check_instance";
    readonly instance: string;
  };
  readonly CheckQuestion: {
    readonly subject: Schemas["Subject"];
    readonly permission: string;
    readonly resource?: Schemas["InstanceReference"];
    readonly context?: Schemas["CheckContext"];
  };
  readonly CheckRequest: {
    readonly subject: Schemas["Subject"];
    readonly permission: string;
    readonly resource?: Schemas["InstanceReference"];
    readonly context?: Schemas["CheckContext"];
    readonly at_least?: number;
  };
  readonly CheckResult: { readonly allowed: boolean; readonly revision: number };
  readonly CheckVerdict: { readonly allowed: boolean };
  readonly CheckedCondition: Schemas["ValidCondition"] | Schemas["InvalidCondition"];
  readonly ComparedCheck: {
    readonly before: Schemas["CheckVerdict"];
    readonly after: Schemas["CheckVerdict"];
  };
  readonly ComparedSubject: {
    readonly subject: string;
    readonly gains: readonly Schemas["Right"][];
    readonly losses: readonly Schemas["Right"][];
  };
  readonly ConditionOutcome: {
    readonly of: "assignment" | "role";
    readonly source: string;
    readonly outcome: "true" | "false" | "missing";
    readonly values: Readonly<Record<string, unknown>>;
    readonly missing: readonly string[];
    readonly values_withheld?: readonly Schemas["WithheldInput"][];
  };
  readonly ConditionPosition: { readonly line: number; readonly column: number };
  readonly ConditionRequest: { readonly condition: string };
  readonly Configuration: {
    readonly resources?: readonly Schemas["ConfigurationResource"][];
    readonly permissions?: readonly Schemas["PermissionInput"][];
    readonly roles?: readonly Schemas["RoleInput"][];
    readonly groups?: readonly Schemas["GroupInput"][];
    readonly users?: readonly Schemas["ConfigurationUser"][];
    readonly memberships?: readonly Schemas["ConfigurationMembership"][];
    readonly instances?: readonly Schemas["ConfigurationLooseInstance"][];
    readonly applications?: readonly Schemas["ConfigurationApplication"][];
    readonly access_accounts?: readonly Schemas["ConfigurationLooseAccessAccount"][];
    readonly assignments?: readonly Schemas["AssignmentInput"][];
  };
  readonly ConfigurationApplication: {
    readonly client_id?: string;
    readonly name?: string;
    readonly type: "service" | "web" | "spa" | "native";
    readonly enabled?: boolean;
    readonly redirect_uris?: readonly string[];
    readonly post_logout_redirect_uris?: readonly string[];
    readonly require_pkce?: boolean;
    readonly first_party?: boolean;
    readonly delegated?: readonly Schemas["DelegatedScopeInput"][];
    readonly token_endpoint_auth_method?:
      | "client_secret_post"
      | "client_secret_basic"
      | "private_key_jwt"
      | "none";
    readonly jwks?: Schemas["JwkSet"];
    readonly id_token_signed_response_alg?: "RS256" | "ES256";
    readonly id_token_claims?: "profile" | "minimal";
    readonly require_pushed_authorization_requests?: boolean;
    readonly require_signed_request_object?: boolean;
    readonly client_assertion_max_lifetime?: number;
    readonly serves?: readonly string[];
    readonly home_page?: string;
    readonly backchannel_logout_uri?: string;
    readonly client_secret?: string;
    readonly access_accounts?: readonly Schemas["AccessAccountInput"][];
  };
  readonly ConfigurationInstance: {
    readonly id: string;
    readonly parent?: string;
    readonly attributes?: Readonly<Record<string, unknown>>;
  };
  readonly ConfigurationLooseAccessAccount: {
    readonly access_key?: string;
    readonly name?: string;
    readonly ceiling?: readonly string[];
    readonly enabled?: boolean;
    readonly expires_at?: string;
    readonly secret_key?: string;
    readonly application: string;
  };
  readonly ConfigurationLooseInstance: {
    readonly id: string;
    readonly parent?: string;
    readonly attributes?: Readonly<Record<string, unknown>>;
    readonly resource: string;
  };
  readonly ConfigurationMembership: { readonly group: string; readonly member: string };
  readonly ConfigurationResource: {
    readonly name: string;
    readonly display_name?: Schemas["LocalizedNameInput"];
    readonly identifier: string;
    readonly signing_alg?: "ES256" | "RS256" | "EdDSA";
    readonly access_token_type?: "at+jwt" | "JWT";
    readonly actions: Readonly<Record<string, Schemas["ActionInput"]>>;
    readonly instances?: readonly Schemas["ConfigurationInstance"][];
  };
  readonly ConfigurationUser: {
    readonly username: string;
    readonly email?: string;
    readonly name?: string;
    readonly attributes?: Readonly<Record<string, unknown>>;
    readonly enabled?: boolean;
    readonly id?: string;
    readonly password?: string;
  };
  readonly Consent: { readonly client_id: string; readonly items: readonly Schemas["ConsentItem"][] };
  readonly ConsentItem: {
    readonly scope: string;
    readonly agreed: boolean;
    readonly decided_at: string;
    readonly expires_at: string;
  };
  readonly ConsentList: { readonly items: readonly Schemas["Consent"][] };
  readonly ContextClient: {
    readonly id: string;
    readonly application?: string;
    readonly type?: string;
    readonly name?: string;
  };
  readonly Counter: {
    readonly name: string;
    readonly minute: string;
    readonly label: string;
    readonly count: number;
  };
  readonly CreatedAccessAccount: {
    readonly access_key: string;
    readonly name?: string;
    readonly ceiling?: readonly string[];
    readonly enabled: boolean;
    readonly expires_at?: string;
    readonly application: string;
    readonly id: string;
    readonly version: number;
    readonly created_at: string;
    readonly updated_at: string;
    readonly secret_key?: string;
  };
  readonly CreatedAccessAccountSecret: {
    readonly id: string;
    readonly secret_key: string;
    readonly hint: string;
    readonly expires_at?: string;
  };
  readonly CreatedApplication: {
    readonly client_id: string;
    readonly name: string;
    readonly type: "service" | "web" | "spa" | "native";
    readonly enabled: boolean;
    readonly redirect_uris: readonly string[];
    readonly post_logout_redirect_uris: readonly string[];
    readonly require_pkce: boolean;
    readonly first_party: boolean;
    readonly delegated: readonly Schemas["DelegatedScope"][];
    readonly token_endpoint_auth_method?:
      | "client_secret_post"
      | "client_secret_basic"
      | "private_key_jwt"
      | "none";
    readonly jwks?: Schemas["JwkSet"];
    readonly id_token_signed_response_alg: "RS256" | "ES256";
    readonly id_token_claims: "profile" | "minimal";
    readonly require_pushed_authorization_requests: boolean;
    readonly require_signed_request_object: boolean;
    readonly client_assertion_max_lifetime: number;
    readonly serves: readonly string[];
    readonly home_page?: string;
    readonly backchannel_logout_uri?: string;
    readonly has_logo: boolean;
    readonly id: string;
    readonly version: number;
    readonly created_at: string;
    readonly updated_at: string;
    readonly client_secret?: string;
  };
  readonly CreatedApplicationSecret: {
    readonly id: string;
    readonly client_secret: string;
    readonly hint: string;
    readonly expires_at?: string;
  };
  readonly DelegatedScope: { readonly scope: string; readonly consent: "required" | "optional" | "implicit" };
  readonly DelegatedScopeInput: Schemas["ScopeName"] | Schemas["DelegatedScopeObject"];
  readonly DelegatedScopeObject: {
    readonly scope: string;
    readonly consent?: "required" | "optional" | "implicit";
  };
  readonly Deletion: {
    readonly kind:
      | "resource"
      | "permission"
      | "role"
      | "group"
      | "user"
      | "membership"
      | "instance"
      | "application"
      | "access_account"
      | "assignment";
    readonly id: string;
    readonly cascade?: boolean;
  };
  readonly DeniedExplanation: {
    readonly reason: string;
    readonly near_misses: readonly Schemas["NearMiss"][];
    readonly suggestions: readonly Schemas["Suggestion"][];
    readonly allowed: false;
    readonly revision: number;
  };
  readonly Dependant: { readonly kind: string; readonly id: string };
  readonly EnableSubjectSuggestion: {
    readonly text: string;
    readonly kind: "enable_subject";
    readonly subject: string;
  };
  readonly EnglishName: string;
  readonly EnglishText: string;
  readonly ExpiringSecret: {
    readonly id: string;
    readonly hint: string;
    readonly expires_at: string;
    readonly client_id: string;
    readonly access_key?: string;
  };
  readonly ExpiringSecretPage: {
    readonly items: readonly Schemas["ExpiringSecret"][];
    readonly next_cursor?: string;
  };
  readonly Explanation: Schemas["AllowedExplanation"] | Schemas["DeniedExplanation"];
  readonly ExtendAssignmentSuggestion: {
    readonly text: string;
    readonly kind: "extend_assignment";
    readonly assignment: string;
  };
  readonly FailedScopes: {
    readonly issued: false;
    readonly error: string;
    readonly error_description: string;
    readonly revision: number;
  };
  readonly Grant: { readonly permission: string; readonly when?: string };
  readonly GrantInput: Schemas["PermissionName"] | Schemas["Grant"];
  readonly GrantPath: {
    readonly principals: readonly string[];
    readonly assignment: Schemas["PathAssignment"];
    readonly instances: readonly string[];
    readonly permission: string;
    readonly roles: readonly string[];
    readonly grant: string;
    readonly conditions: readonly Schemas["ConditionOutcome"][];
  };
  readonly GrantedScope: {
    readonly scope: string;
    readonly asked: string;
    readonly via?: Schemas["GrantPath"];
  };
  readonly Group: {
    readonly name: string;
    readonly description?: string;
    readonly id: string;
    readonly version: number;
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly GroupInput: {
    readonly name: string;
    readonly description?: string;
    readonly members?: readonly string[];
  };
  readonly GroupPage: {
    readonly items: readonly Schemas["Group"][];
    readonly total?: number;
    readonly total_at_least?: number;
    readonly next_cursor?: string;
  };
  readonly GroupReplacement: {
    readonly name?: string;
    readonly description?: string;
    readonly members?: readonly string[];
    readonly id?: string;
    readonly version?: number;
    readonly created_at?: string;
    readonly updated_at?: string;
  };
  readonly HeldPermission: {
    readonly via?: Schemas["GrantPath"];
    readonly within?: Schemas["Within"];
    readonly expires_at?: string;
    readonly permission: string;
  };
  readonly HeldPermissionPage: {
    readonly items: readonly Schemas["HeldPermission"][];
    readonly next_cursor?: string;
    readonly revision: number;
  };
  readonly ImportLine:
    | Schemas["ImportedResource"]
    | Schemas["ImportedPermission"]
    | Schemas["ImportedRole"]
    | Schemas["ImportedGroup"]
    | Schemas["ImportedUser"]
    | Schemas["ImportedMembership"]
    | Schemas["ImportedInstance"]
    | Schemas["ImportedApplication"]
    | Schemas["ImportedAccessAccount"]
    | Schemas["ImportedAssignment"];
  readonly ImportResult: {
    readonly last_line_stored: number;
    readonly created: number;
    readonly updated: number;
    readonly unchanged: number;
    readonly revision?: number;
  };
  readonly ImportedAccessAccount: {
    readonly access_key?: string;
    readonly name?: string;
    readonly ceiling?: readonly string[];
    readonly enabled?: boolean;
    readonly expires_at?: string;
    readonly secret_key?: string;
    readonly application: string;
    readonly kind: "access_account";
  };
  readonly ImportedApplication: {
    readonly client_id?: string;
    readonly name?: string;
    readonly type: "service" | "web" | "spa" | "native";
    readonly enabled?: boolean;
    readonly redirect_uris?: readonly string[];
    readonly post_logout_redirect_uris?: readonly string[];
    readonly require_pkce?: boolean;
    readonly first_party?: boolean;
    readonly delegated?: readonly Schemas["DelegatedScopeInput"][];
    readonly token_endpoint_auth_method?:
      | "client_secret_post"
      | "client_secret_basic"
      | "private_key_jwt"
      | "none";
    readonly jwks?: Schemas["JwkSet"];
    readonly id_token_signed_response_alg?: "RS256" | "ES256";
    readonly id_token_claims?: "profile" | "minimal";
    readonly require_pushed_authorization_requests?: boolean;
    readonly require_signed_request_object?: boolean;
    readonly client_assertion_max_lifetime?: number;
    readonly serves?: readonly string[];
    readonly home_page?: string;
    readonly backchannel_logout_uri?: string;
    readonly client_secret?: string;
    readonly access_accounts?: readonly Schemas["AccessAccountInput"][];
    readonly kind: "application";
  };
  readonly ImportedAssignment: {
    readonly principal: string;
    readonly role?: string;
    readonly permission?: string;
    readonly at?: string;
    readonly when?: string;
    readonly expires_at?: string;
    readonly kind: "assignment";
  };
  readonly ImportedGroup: {
    readonly name: string;
    readonly description?: string;
    readonly members?: readonly string[];
    readonly kind: "group";
  };
  readonly ImportedInstance: {
    readonly id: string;
    readonly parent?: string;
    readonly attributes?: Readonly<Record<string, unknown>>;
    readonly resource: string;
    readonly kind: "instance";
  };
  readonly ImportedMembership: {
    readonly group: string;
    readonly member: string;
    readonly kind: "membership";
  };
  readonly ImportedPermission: {
    readonly name: string;
    readonly description: Schemas["LocalizedTextInput"];
    readonly kind: "permission";
  };
  readonly ImportedResource: {
    readonly name: string;
    readonly display_name?: Schemas["LocalizedNameInput"];
    readonly identifier: string;
    readonly signing_alg?: "ES256" | "RS256" | "EdDSA";
    readonly access_token_type?: "at+jwt" | "JWT";
    readonly actions: Readonly<Record<string, Schemas["ActionInput"]>>;
    readonly instances?: readonly Schemas["ConfigurationInstance"][];
    readonly kind: "resource";
  };
  readonly ImportedRole: {
    readonly name: string;
    readonly description?: string;
    readonly inherits?: readonly string[];
    readonly grants?: readonly Schemas["GrantInput"][];
    readonly kind: "role";
  };
  readonly ImportedUser: {
    readonly username: string;
    readonly email?: string;
    readonly name?: string;
    readonly attributes?: Readonly<Record<string, unknown>>;
    readonly enabled?: boolean;
    readonly id?: string;
    readonly kind: "user";
  };
  readonly InputIssue: {
    readonly pointer: string;
    readonly detail: string;
    readonly code:
      | "missing"
      | "unknown_member"
      | "wrong_type"
      | "not_one_of"
      | "too_short"
      | "too_long"
      | "too_few"
      | "too_many"
      | "out_of_range"
      | "too_deep"
      | "malformed"
      | "unusable_characters"
      | "in_the_past"
      | "published"
      | "repeated"
      | "exactly_one_of"
      | "at_least_one_of"
      | "not_found"
      | "ambiguous"
      | "taken"
      | "cycle"
      | "in_use"
      | "not_changeable"
      | "not_for_type"
      | "invalid_condition"
      | "too_much_work"
      | "invalid";
    readonly minimum?: number;
    readonly maximum?: number;
    readonly expected?: string;
    readonly values?: readonly string[];
    readonly kind?: string;
    readonly name?: string;
    readonly suggestion?: string;
    readonly cycle?: readonly string[];
    readonly members?: readonly string[];
    readonly used_by?: readonly string[];
    readonly type?: string;
    readonly first?: number;
    readonly line?: number;
    readonly column?: number;
    readonly message?: string;
  };
  readonly Instance: {
    readonly id: string;
    readonly parent?: string;
    readonly attributes: Readonly<Record<string, unknown>>;
    readonly resource: string;
    readonly version: number;
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly InstanceName: string;
  readonly InstanceObject: {
    readonly type: string;
    readonly id: string;
    readonly attributes?: Readonly<Record<string, unknown>>;
  };
  readonly InstancePage: {
    readonly items: readonly Schemas["Instance"][];
    readonly total?: number;
    readonly total_at_least?: number;
    readonly next_cursor?: string;
  };
  readonly InstanceReference: Schemas["InstanceName"] | Schemas["InstanceObject"];
  readonly InstanceReplacement: {
    readonly id?: string;
    readonly parent?: string;
    readonly attributes?: Readonly<Record<string, unknown>>;
    readonly resource?: string;
    readonly version?: number;
    readonly created_at?: string;
    readonly updated_at?: string;
  };
  readonly InvalidCondition: {
    readonly valid: false;
    readonly message: string;
    readonly position?: Schemas["ConditionPosition"];
  };
  readonly IssuedScopes: {
    readonly issued: true;
    readonly scope: string;
    readonly scope_rejected: string;
    readonly granted: readonly Schemas["GrantedScope"][];
    readonly refused: readonly Schemas["RefusedScope"][];
    readonly resources: readonly string[];
    readonly expires_at?: string;
    readonly revision: number;
  };
  readonly JwkSet: { readonly keys: readonly Readonly<Record<string, unknown>>[] };
  readonly KeyRotation: { readonly added: boolean; readonly key: Schemas["SigningKey"] };
  readonly KeyRotationRequest: { readonly algorithm?: "ES256" | "RS256" | "EdDSA" };
  readonly LocalizedName: { readonly en: string } & Readonly<Record<string, string>>;
  readonly LocalizedNameInput: Schemas["EnglishName"] | Schemas["LocalizedName"];
  readonly LocalizedText: { readonly en: string } & Readonly<Record<string, string>>;
  readonly LocalizedTextInput: Schemas["EnglishText"] | Schemas["LocalizedText"];
  readonly Lockout: { readonly locked: boolean; readonly failures: number; readonly locked_until?: string };
  readonly Logo: { readonly media_type: string; readonly digest: string; readonly size: number };
  readonly LogoInput: { readonly data: string };
  readonly LookAlikeUser: { readonly id: string; readonly username: string; readonly email?: string };
  readonly LookAlikes: { readonly name: string; readonly users: readonly Schemas["LookAlikeUser"][] };
  readonly LookAlikesList: { readonly items: readonly Schemas["LookAlikes"][] };
  readonly Membership: {
    readonly group: string;
    readonly member: string;
    readonly id: string;
    readonly version: number;
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly MembershipPage: {
    readonly items: readonly Schemas["Membership"][];
    readonly total?: number;
    readonly total_at_least?: number;
    readonly next_cursor?: string;
  };
  readonly MetricsAccess: { readonly access: "public" | "token" | "off"; readonly own_listener: boolean };
  readonly NearMiss: {
    readonly principals: readonly string[];
    readonly assignment: Schemas["PathAssignment"];
    readonly instances: readonly string[];
    readonly permission: string;
    readonly roles: readonly string[];
    readonly grant: string;
    readonly conditions: readonly Schemas["ConditionOutcome"][];
    readonly blocked_by: readonly Schemas["BlockedBy"][];
  };
  readonly Node: {
    readonly id: string;
    readonly host: string;
    readonly version: string;
    readonly engine: "sqlite" | "postgres";
    readonly started_at: string;
    readonly seen_at: string;
    readonly revision: number;
  };
  readonly NodeList: { readonly items: readonly Schemas["Node"][] };
  readonly OmitInstanceSuggestion: { readonly text: string; readonly kind: "omit_instance" };
  readonly OmitResourceSuggestion: { readonly text: string; readonly kind: "omit_resource" };
  readonly OtherPermissionsSuggestion: {
    readonly text: string;
    readonly kind: "other_permissions";
    readonly resource: string;
    readonly permissions: readonly string[];
  };
  readonly PartialCheck: {
    readonly subject?: Schemas["Subject"];
    readonly permission?: string;
    readonly resource?: Schemas["InstanceReference"];
    readonly context?: Schemas["CheckContext"];
  };
  readonly PasswordReset: { readonly url: string; readonly expires_at: string };
  readonly PasswordResetInput: { readonly expires_in?: number };
  readonly PathAssignment: {
    readonly id: string;
    readonly principal: string;
    readonly role?: string;
    readonly permission?: string;
    readonly at?: string;
    readonly when?: string;
    readonly expires_at?: string;
  };
  readonly Permission: {
    readonly name: string;
    readonly description: Schemas["LocalizedText"];
    readonly id: string;
    readonly version: number;
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly PermissionInput: { readonly name: string; readonly description: Schemas["LocalizedTextInput"] };
  readonly PermissionName: string;
  readonly PermissionPage: {
    readonly items: readonly Schemas["Permission"][];
    readonly total?: number;
    readonly total_at_least?: number;
    readonly next_cursor?: string;
  };
  readonly PermissionReplacement: {
    readonly name?: string;
    readonly description: Schemas["LocalizedTextInput"];
    readonly id?: string;
    readonly version?: number;
    readonly created_at?: string;
    readonly updated_at?: string;
  };
  readonly PermittedResource: { readonly type: string; readonly id: string };
  readonly PermittedResourcePage: {
    readonly items: readonly Schemas["PermittedResource"][];
    readonly next_cursor?: string;
    readonly revision: number;
    readonly all: boolean;
  };
  readonly PermittedResourcesRequest: {
    readonly subject: Schemas["Subject"];
    readonly permission: string;
    readonly context?: Schemas["CheckContext"];
    readonly at_least?: number;
    readonly limit?: number;
    readonly cursor?: string;
    readonly deadline_ms?: number;
  };
  readonly PermittedSubject: {
    readonly type: "user" | "application";
    readonly id: string;
    readonly username?: string;
    readonly name?: string;
  };
  readonly PermittedSubjectPage: {
    readonly items: readonly Schemas["PermittedSubject"][];
    readonly next_cursor?: string;
    readonly revision: number;
  };
  readonly PermittedSubjectsRequest: {
    readonly permission: string;
    readonly resource?: Schemas["InstanceReference"];
    readonly type?: "user" | "application";
    readonly context?: Schemas["CheckContext"];
    readonly at_least?: number;
    readonly limit?: number;
    readonly cursor?: string;
    readonly deadline_ms?: number;
  };
  readonly PrincipalDetails: {
    readonly name: string;
    readonly username?: string;
    readonly application?: string;
    readonly application_name?: string;
  };
  readonly Problem: {
    readonly type:
      | "urn:licet:problem:bad_request"
      | "urn:licet:problem:invalid_input"
      | "urn:licet:problem:unknown_revision"
      | "urn:licet:problem:unauthenticated"
      | "urn:licet:problem:forbidden"
      | "urn:licet:problem:published_credentials"
      | "urn:licet:problem:not_found"
      | "urn:licet:problem:method_not_allowed"
      | "urn:licet:problem:request_timeout"
      | "urn:licet:problem:conflict"
      | "urn:licet:problem:in_use"
      | "urn:licet:problem:gone"
      | "urn:licet:problem:version_mismatch"
      | "urn:licet:problem:payload_too_large"
      | "urn:licet:problem:unsupported_media_type"
      | "urn:licet:problem:misdirected_request"
      | "urn:licet:problem:idempotency_mismatch"
      | "urn:licet:problem:too_many_requests"
      | "urn:licet:problem:header_fields_too_large"
      | "urn:licet:problem:internal_error"
      | "urn:licet:problem:not_implemented"
      | "urn:licet:problem:temporarily_unavailable";
    readonly title: string;
    readonly status: number;
    readonly detail?: string;
    readonly request_id: string;
    readonly code?:
      | "exists"
      | "taken"
      | "name_reserved"
      | "sign_in_name_taken"
      | "owner_missing"
      | "created_and_deleted"
      | "in_use"
      | "too_many_dependants"
      | "part_of_licet"
      | "last_administrator"
      | "deletes_itself"
      | "disables_itself"
      | "user_disabled"
      | "secret_used_before"
      | "too_many_secrets"
      | "no_secret_for_type"
      | "signs_in_with_key"
      | "state_changed"
      | "request_under_way"
      | "answer_lost"
      | "input"
      | "other";
    readonly kind?: string;
    readonly name?: string;
    readonly member?: string;
    readonly maximum?: number;
    readonly used_by?: readonly Schemas["Dependant"][];
    readonly count?: number;
    readonly more?: true;
    readonly application_type?: string;
    readonly errors?: readonly Schemas["InputIssue"][];
    readonly last_line_stored?: number;
    readonly refused_lines?: number;
    readonly refused?: readonly Schemas["RefusedLine"][];
    readonly lacking?: readonly string[];
  };
  readonly ProvideContextSuggestion: {
    readonly text: string;
    readonly kind: "provide_context";
    readonly missing: readonly string[];
  };
  readonly RaiseCeilingSuggestion: {
    readonly text: string;
    readonly kind: "raise_ceiling";
    readonly account: string;
    readonly ceiling: readonly string[];
    readonly permission: string;
  };
  readonly RefusedLine: {
    readonly line: number;
    readonly pointer: string;
    readonly detail: string;
    readonly code:
      | "missing"
      | "unknown_member"
      | "wrong_type"
      | "not_one_of"
      | "too_short"
      | "too_long"
      | "too_few"
      | "too_many"
      | "out_of_range"
      | "too_deep"
      | "malformed"
      | "unusable_characters"
      | "in_the_past"
      | "published"
      | "repeated"
      | "exactly_one_of"
      | "at_least_one_of"
      | "not_found"
      | "ambiguous"
      | "taken"
      | "cycle"
      | "in_use"
      | "not_changeable"
      | "not_for_type"
      | "invalid_condition"
      | "too_much_work"
      | "invalid"
      | "exists"
      | "name_reserved"
      | "sign_in_name_taken"
      | "owner_missing"
      | "created_and_deleted"
      | "too_many_dependants"
      | "part_of_licet"
      | "last_administrator"
      | "deletes_itself"
      | "disables_itself"
      | "user_disabled"
      | "secret_used_before"
      | "too_many_secrets"
      | "no_secret_for_type"
      | "signs_in_with_key"
      | "state_changed"
      | "request_under_way"
      | "answer_lost"
      | "input"
      | "other"
      | "forbidden";
  };
  readonly RefusedScope: {
    readonly reason:
      | "unknown_scope"
      | "wrong_resource"
      | "needs_own_token"
      | "not_granted"
      | "client_not_allowed"
      | "key_ceiling"
      | "condition_failed"
      | "condition_missing_data"
      | "user_declined"
      | "not_for_this_grant";
    readonly near_misses: readonly Schemas["NearMiss"][];
    readonly suggestions: readonly Schemas["Suggestion"][];
    readonly scope: string;
    readonly asked: string;
  };
  readonly RequestConsentAgainSuggestion: { readonly text: string; readonly kind: "request_consent_again" };
  readonly RequestInstanceSuggestion: {
    readonly text: string;
    readonly kind: "request_instance";
    readonly scope: string;
    readonly instance: string;
  };
  readonly RequestSeparatelySuggestion: {
    readonly text: string;
    readonly kind: "request_separately";
    readonly identifier: string;
  };
  readonly ResolvedScopes: Schemas["IssuedScopes"] | Schemas["FailedScopes"];
  readonly Resource: {
    readonly name: string;
    readonly display_name?: Schemas["LocalizedName"];
    readonly identifier: string;
    readonly signing_alg: "ES256" | "RS256" | "EdDSA";
    readonly access_token_type: "at+jwt" | "JWT";
    readonly actions: Readonly<Record<string, Schemas["Action"]>>;
    readonly id: string;
    readonly version: number;
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly ResourceInput: {
    readonly name: string;
    readonly display_name?: Schemas["LocalizedNameInput"];
    readonly identifier: string;
    readonly signing_alg?: "ES256" | "RS256" | "EdDSA";
    readonly access_token_type?: "at+jwt" | "JWT";
    readonly actions: Readonly<Record<string, Schemas["ActionInput"]>>;
  };
  readonly ResourceObject: {
    readonly type: string;
    readonly id?: string;
    readonly attributes?: Readonly<Record<string, unknown>>;
  };
  readonly ResourceOrInstanceName: string;
  readonly ResourcePage: {
    readonly items: readonly Schemas["Resource"][];
    readonly total?: number;
    readonly total_at_least?: number;
    readonly next_cursor?: string;
  };
  readonly ResourceReference: Schemas["ResourceOrInstanceName"] | Schemas["ResourceObject"];
  readonly ResourceReplacement: {
    readonly name?: string;
    readonly display_name?: Schemas["LocalizedNameInput"];
    readonly identifier: string;
    readonly signing_alg?: "ES256" | "RS256" | "EdDSA";
    readonly access_token_type?: "at+jwt" | "JWT";
    readonly actions: Readonly<Record<string, Schemas["ActionInput"]>>;
    readonly id?: string;
    readonly version?: number;
    readonly created_at?: string;
    readonly updated_at?: string;
  };
  readonly Revocation: {
    readonly kind: "token" | "delegation" | "subject";
    readonly id: string;
    readonly issued_before?: number;
    readonly until: number;
  };
  readonly RevocationPage: {
    readonly revocations: readonly Schemas["Revocation"][];
    readonly next: string;
    readonly more: boolean;
  };
  readonly Right: { readonly permission: string; readonly at?: string };
  readonly Role: {
    readonly name: string;
    readonly description?: string;
    readonly inherits: readonly string[];
    readonly grants: readonly Schemas["Grant"][];
    readonly id: string;
    readonly version: number;
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly RoleInput: {
    readonly name: string;
    readonly description?: string;
    readonly inherits?: readonly string[];
    readonly grants?: readonly Schemas["GrantInput"][];
  };
  readonly RolePage: {
    readonly items: readonly Schemas["Role"][];
    readonly total?: number;
    readonly total_at_least?: number;
    readonly next_cursor?: string;
  };
  readonly RoleReplacement: {
    readonly name?: string;
    readonly description?: string;
    readonly inherits?: readonly string[];
    readonly grants?: readonly Schemas["GrantInput"][];
    readonly id?: string;
    readonly version?: number;
    readonly created_at?: string;
    readonly updated_at?: string;
  };
  readonly SatisfyConditionSuggestion: {
    readonly text: string;
    readonly kind: "satisfy_condition";
    readonly condition: string;
    readonly reads: readonly string[];
  };
  readonly ScopeName: string;
  readonly ScopeRequest: {
    readonly client_id: string;
    readonly user?: string;
    readonly scope?: string;
    readonly resource?: readonly string[];
    readonly ip?: string;
    readonly at_least?: number;
  };
  readonly Secret: {
    readonly id: string;
    readonly hint: string;
    readonly expires_at?: string;
    readonly last_used_at?: string;
    readonly version: number;
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly SecretList: { readonly items: readonly Schemas["Secret"][] };
  readonly Session: {
    readonly id: string;
    readonly created_at: string;
    readonly last_seen_at: string;
    readonly expires_at: string;
    readonly ip: string;
    readonly user_agent: string;
  };
  readonly SessionList: { readonly items: readonly Schemas["Session"][] };
  readonly SigningKey: {
    readonly kid: string;
    readonly algorithm: "ES256" | "RS256" | "EdDSA";
    readonly stage: string;
    readonly created_at: string;
    readonly activates_at: string;
    readonly stops_signing_at?: string;
    readonly gone_at?: string;
  };
  readonly SigningKeyList: { readonly items: readonly Schemas["SigningKey"][] };
  readonly Simulation: {
    readonly changes: readonly Schemas["ChangedEntity"][];
    readonly subjects: readonly Schemas["ComparedSubject"][];
    readonly truncated: boolean;
    readonly checks: readonly Schemas["ComparedCheck"][];
    readonly revision: number;
  };
  readonly SimulationRequest: {
    readonly state?: Schemas["Configuration"];
    readonly delete?: readonly Schemas["Deletion"][];
    readonly checks?: readonly Schemas["CheckQuestion"][];
    readonly context?: Schemas["CheckContext"];
    readonly at_least?: number;
  };
  readonly SnapshotLine: {
    readonly kind:
      | "snapshot"
      | "model"
      | "user"
      | "application"
      | "access_account"
      | "instance"
      | "principal"
      | "end";
  } & Readonly<Record<string, unknown>>;
  readonly Stats: {
    readonly name?: string;
    readonly bucket: "minute" | "hour" | "day" | "total";
    readonly items: readonly Schemas["Counter"][];
  };
  readonly Subject: Schemas["SubjectName"] | Schemas["SubjectObject"];
  readonly SubjectName: string;
  readonly SubjectObject: {
    readonly type: "user" | "group" | "application" | "access_account";
    readonly id: string;
    readonly attributes?: Readonly<Record<string, unknown>>;
  };
  readonly SubjectPermissionsRequest: {
    readonly subject: Schemas["Subject"];
    readonly resource?: Schemas["ResourceReference"];
    readonly explain?: boolean;
    readonly context?: Schemas["CheckContext"];
    readonly at_least?: number;
    readonly limit?: number;
    readonly cursor?: string;
    readonly deadline_ms?: number;
  };
  readonly SuggestedAssignment: {
    readonly principal: string;
    readonly permission: string;
    readonly at?: string;
  };
  readonly SuggestedChange: { readonly assignments: readonly Schemas["SuggestedAssignment"][] };
  readonly Suggestion:
    | Schemas["UnknownSubjectSuggestion"]
    | Schemas["EnableSubjectSuggestion"]
    | Schemas["OtherPermissionsSuggestion"]
    | Schemas["UnknownPermissionSuggestion"]
    | Schemas["OmitInstanceSuggestion"]
    | Schemas["OmitResourceSuggestion"]
    | Schemas["UseInstanceOfSuggestion"]
    | Schemas["UseResourceSuggestion"]
    | Schemas["RequestSeparatelySuggestion"]
    | Schemas["CheckInstanceSuggestion"]
    | Schemas["RequestInstanceSuggestion"]
    | Schemas["ExtendAssignmentSuggestion"]
    | Schemas["AssignPermissionSuggestion"]
    | Schemas["AssignRoleSuggestion"]
    | Schemas["RaiseCeilingSuggestion"]
    | Schemas["ProvideContextSuggestion"]
    | Schemas["SatisfyConditionSuggestion"]
    | Schemas["AddDelegatedScopeSuggestion"]
    | Schemas["RequestConsentAgainSuggestion"]
    | Schemas["UseAuthorizationCodeSuggestion"];
  readonly UnknownPermissionSuggestion: {
    readonly text: string;
    readonly kind: "unknown_permission";
    readonly permission: string;
    readonly nearest?: string;
  };
  readonly UnknownSubjectSuggestion: {
    readonly text: string;
    readonly kind: "unknown_subject";
    readonly subject: string;
  };
  readonly UseAuthorizationCodeSuggestion: { readonly text: string; readonly kind: "use_authorization_code" };
  readonly UseInstanceOfSuggestion: {
    readonly text: string;
    readonly kind: "use_instance_of";
    readonly resource: string;
  };
  readonly UseResourceSuggestion: {
    readonly text: string;
    readonly kind: "use_resource";
    readonly identifier: string;
  };
  readonly User: {
    readonly username: string;
    readonly email?: string;
    readonly name?: string;
    readonly attributes: Readonly<Record<string, unknown>>;
    readonly enabled: boolean;
    readonly id: string;
    readonly version: number;
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly UserInput: {
    readonly username: string;
    readonly email?: string;
    readonly name?: string;
    readonly attributes?: Readonly<Record<string, unknown>>;
    readonly enabled?: boolean;
    readonly id?: string;
    readonly password?: string;
  };
  readonly UserPage: {
    readonly items: readonly Schemas["User"][];
    readonly total?: number;
    readonly total_at_least?: number;
    readonly next_cursor?: string;
  };
  readonly UserReplacement: {
    readonly username?: string;
    readonly email?: string;
    readonly name?: string;
    readonly attributes?: Readonly<Record<string, unknown>>;
    readonly enabled?: boolean;
    readonly id?: string;
    readonly password?: string;
    readonly version?: number;
    readonly created_at?: string;
    readonly updated_at?: string;
  };
  readonly ValidCondition: { readonly valid: true; readonly reads: readonly string[] };
  readonly WithheldInput: { readonly input: string; readonly lacking: readonly string[] };
  readonly Within: Schemas["WithinCeiling"] | Schemas["WithinApplication"];
  readonly WithinApplication: { readonly via: Schemas["GrantPath"] };
  readonly WithinCeiling: { readonly ceiling: string };
}

export interface Calls {
  "GET /resources": {
    readonly query: {
      readonly limit?: number;
      readonly cursor?: string;
      readonly sort?: "name" | "identifier" | "signing_alg" | "-name" | "-identifier" | "-signing_alg";
      readonly search?: string;
    };
    readonly answer: Schemas["ResourcePage"];
  };
  "POST /resources": { readonly body: Schemas["ResourceInput"]; readonly answer: Schemas["Resource"] };
  "GET /resources/{name}": {
    readonly params: { readonly name: string };
    readonly answer: Schemas["Resource"];
  };
  "PUT /resources/{name}": {
    readonly params: { readonly name: string };
    readonly body: Schemas["ResourceReplacement"];
    readonly answer: Schemas["Resource"];
  };
  "DELETE /resources/{name}": {
    readonly params: { readonly name: string };
    readonly query: { readonly cascade?: boolean };
    readonly answer: undefined;
  };
  "GET /permissions": {
    readonly query: {
      readonly limit?: number;
      readonly cursor?: string;
      readonly sort?: "name" | "updated_at" | "-name" | "-updated_at";
      readonly search?: string;
    };
    readonly answer: Schemas["PermissionPage"];
  };
  "POST /permissions": { readonly body: Schemas["PermissionInput"]; readonly answer: Schemas["Permission"] };
  "GET /permissions/{name}": {
    readonly params: { readonly name: string };
    readonly answer: Schemas["Permission"];
  };
  "PUT /permissions/{name}": {
    readonly params: { readonly name: string };
    readonly body: Schemas["PermissionReplacement"];
    readonly answer: Schemas["Permission"];
  };
  "DELETE /permissions/{name}": {
    readonly params: { readonly name: string };
    readonly query: { readonly cascade?: boolean };
    readonly answer: undefined;
  };
  "GET /roles": {
    readonly query: {
      readonly limit?: number;
      readonly cursor?: string;
      readonly sort?: "name" | "updated_at" | "-name" | "-updated_at";
      readonly search?: string;
      readonly inherits?: string;
    };
    readonly answer: Schemas["RolePage"];
  };
  "POST /roles": { readonly body: Schemas["RoleInput"]; readonly answer: Schemas["Role"] };
  "GET /roles/{name}": { readonly params: { readonly name: string }; readonly answer: Schemas["Role"] };
  "PUT /roles/{name}": {
    readonly params: { readonly name: string };
    readonly body: Schemas["RoleReplacement"];
    readonly answer: Schemas["Role"];
  };
  "DELETE /roles/{name}": {
    readonly params: { readonly name: string };
    readonly query: { readonly cascade?: boolean };
    readonly answer: undefined;
  };
  "GET /groups": {
    readonly query: {
      readonly limit?: number;
      readonly cursor?: string;
      readonly sort?: "name" | "updated_at" | "-name" | "-updated_at";
      readonly search?: string;
      readonly member?: string;
    };
    readonly answer: Schemas["GroupPage"];
  };
  "POST /groups": { readonly body: Schemas["GroupInput"]; readonly answer: Schemas["Group"] };
  "GET /groups/{name}": { readonly params: { readonly name: string }; readonly answer: Schemas["Group"] };
  "PUT /groups/{name}": {
    readonly params: { readonly name: string };
    readonly body: Schemas["GroupReplacement"];
    readonly answer: Schemas["Group"];
  };
  "DELETE /groups/{name}": {
    readonly params: { readonly name: string };
    readonly query: { readonly cascade?: boolean };
    readonly answer: undefined;
  };
  "GET /users": {
    readonly query: {
      readonly limit?: number;
      readonly cursor?: string;
      readonly sort?:
        | "name"
        | "username"
        | "email"
        | "enabled"
        | "created_at"
        | "-name"
        | "-username"
        | "-email"
        | "-enabled"
        | "-created_at";
      readonly search?: string;
      readonly enabled?: boolean;
    };
    readonly answer: Schemas["UserPage"];
  };
  "POST /users": { readonly body: Schemas["UserInput"]; readonly answer: Schemas["User"] };
  "GET /users/{id}": { readonly params: { readonly id: string }; readonly answer: Schemas["User"] };
  "PUT /users/{id}": {
    readonly params: { readonly id: string };
    readonly body: Schemas["UserReplacement"];
    readonly answer: Schemas["User"];
  };
  "DELETE /users/{id}": {
    readonly params: { readonly id: string };
    readonly query: { readonly cascade?: boolean };
    readonly answer: undefined;
  };
  "GET /resources/{name}/instances": {
    readonly params: { readonly name: string };
    readonly query: {
      readonly limit?: number;
      readonly cursor?: string;
      readonly sort?: "id" | "parent" | "updated_at" | "-id" | "-parent" | "-updated_at";
      readonly search?: string;
      readonly parent?: string;
    };
    readonly answer: Schemas["InstancePage"];
  };
  "GET /resources/{name}/instances/{id}": {
    readonly params: { readonly name: string; readonly id: string };
    readonly answer: Schemas["Instance"];
  };
  "PUT /resources/{name}/instances/{id}": {
    readonly params: { readonly name: string; readonly id: string };
    readonly body: Schemas["InstanceReplacement"];
    readonly answer: Schemas["Instance"];
  };
  "DELETE /resources/{name}/instances/{id}": {
    readonly params: { readonly name: string; readonly id: string };
    readonly query: { readonly cascade?: boolean };
    readonly answer: undefined;
  };
  "GET /applications": {
    readonly query: {
      readonly limit?: number;
      readonly cursor?: string;
      readonly sort?:
        | "name"
        | "client_id"
        | "type"
        | "enabled"
        | "updated_at"
        | "-name"
        | "-client_id"
        | "-type"
        | "-enabled"
        | "-updated_at";
      readonly search?: string;
      readonly type?: "service" | "web" | "spa" | "native";
      readonly enabled?: boolean;
    };
    readonly answer: Schemas["ApplicationPage"];
  };
  "POST /applications": {
    readonly body: Schemas["ApplicationInput"];
    readonly answer: Schemas["CreatedApplication"];
  };
  "GET /applications/{client_id}": {
    readonly params: { readonly client_id: string };
    readonly answer: Schemas["Application"];
  };
  "PUT /applications/{client_id}": {
    readonly params: { readonly client_id: string };
    readonly body: Schemas["ApplicationReplacement"];
    readonly answer: Schemas["Application"] | Schemas["CreatedApplication"];
  };
  "DELETE /applications/{client_id}": {
    readonly params: { readonly client_id: string };
    readonly query: { readonly cascade?: boolean };
    readonly answer: undefined;
  };
  "GET /access-accounts": {
    readonly query: {
      readonly limit?: number;
      readonly cursor?: string;
      readonly sort?:
        | "name"
        | "access_key"
        | "enabled"
        | "expires_at"
        | "-name"
        | "-access_key"
        | "-enabled"
        | "-expires_at";
      readonly search?: string;
      readonly application?: string;
      readonly enabled?: boolean;
    };
    readonly answer: Schemas["AccessAccountPage"];
  };
  "GET /access-accounts/{access_key}": {
    readonly params: { readonly access_key: string };
    readonly answer: Schemas["AccessAccount"];
  };
  "GET /applications/{client_id}/access-accounts": {
    readonly params: { readonly client_id: string };
    readonly query: {
      readonly limit?: number;
      readonly cursor?: string;
      readonly sort?:
        | "name"
        | "access_key"
        | "enabled"
        | "expires_at"
        | "-name"
        | "-access_key"
        | "-enabled"
        | "-expires_at";
      readonly search?: string;
      readonly enabled?: boolean;
    };
    readonly answer: Schemas["AccessAccountPage"];
  };
  "POST /applications/{client_id}/access-accounts": {
    readonly params: { readonly client_id: string };
    readonly body: Schemas["AccessAccountInput"];
    readonly answer: Schemas["CreatedAccessAccount"];
  };
  "GET /applications/{client_id}/access-accounts/{access_key}": {
    readonly params: { readonly client_id: string; readonly access_key: string };
    readonly answer: Schemas["AccessAccount"];
  };
  "PUT /applications/{client_id}/access-accounts/{access_key}": {
    readonly params: { readonly client_id: string; readonly access_key: string };
    readonly body: Schemas["AccessAccountReplacement"];
    readonly answer: Schemas["AccessAccount"] | Schemas["CreatedAccessAccount"];
  };
  "DELETE /applications/{client_id}/access-accounts/{access_key}": {
    readonly params: { readonly client_id: string; readonly access_key: string };
    readonly query: { readonly cascade?: boolean };
    readonly answer: undefined;
  };
  "GET /users/{id}/sessions": {
    readonly params: { readonly id: string };
    readonly answer: Schemas["SessionList"];
  };
  "DELETE /users/{id}/sessions": { readonly params: { readonly id: string }; readonly answer: undefined };
  "DELETE /users/{id}/sessions/{session}": {
    readonly params: { readonly id: string; readonly session: string };
    readonly answer: undefined;
  };
  "GET /users/{id}/consents": {
    readonly params: { readonly id: string };
    readonly answer: Schemas["ConsentList"];
  };
  "DELETE /users/{id}/consents/{client_id}": {
    readonly params: { readonly id: string; readonly client_id: string };
    readonly query: { readonly scope?: string };
    readonly answer: undefined;
  };
  "POST /users/{id}/password-resets": {
    readonly params: { readonly id: string };
    readonly body: Schemas["PasswordResetInput"];
    readonly answer: Schemas["PasswordReset"];
  };
  "GET /users/{id}/lockout": {
    readonly params: { readonly id: string };
    readonly answer: Schemas["Lockout"];
  };
  "DELETE /users/{id}/lockout": { readonly params: { readonly id: string }; readonly answer: undefined };
  "GET /groups/{name}/members": {
    readonly params: { readonly name: string };
    readonly query: { readonly limit?: number; readonly cursor?: string };
    readonly answer: Schemas["MembershipPage"];
  };
  "GET /users/{id}/groups": {
    readonly params: { readonly id: string };
    readonly query: { readonly limit?: number; readonly cursor?: string };
    readonly answer: Schemas["MembershipPage"];
  };
  "PUT /groups/{name}/members/{member}": {
    readonly params: { readonly name: string; readonly member: string };
    readonly answer: Schemas["Membership"];
  };
  "DELETE /groups/{name}/members/{member}": {
    readonly params: { readonly name: string; readonly member: string };
    readonly answer: undefined;
  };
  "GET /applications/{client_id}/secrets": {
    readonly params: { readonly client_id: string };
    readonly answer: Schemas["SecretList"];
  };
  "POST /applications/{client_id}/secrets": {
    readonly params: { readonly client_id: string };
    readonly body: Schemas["ApplicationSecretInput"];
    readonly answer: Schemas["CreatedApplicationSecret"];
  };
  "DELETE /applications/{client_id}/secrets/{id}": {
    readonly params: { readonly client_id: string; readonly id: string };
    readonly answer: undefined;
  };
  "GET /applications/{client_id}/logo": {
    readonly params: { readonly client_id: string };
    readonly answer: Schemas["Logo"];
  };
  "PUT /applications/{client_id}/logo": {
    readonly params: { readonly client_id: string };
    readonly body: Schemas["LogoInput"];
    readonly answer: Schemas["Logo"];
  };
  "DELETE /applications/{client_id}/logo": {
    readonly params: { readonly client_id: string };
    readonly answer: undefined;
  };
  "GET /applications/{client_id}/access-accounts/{access_key}/secrets": {
    readonly params: { readonly client_id: string; readonly access_key: string };
    readonly answer: Schemas["SecretList"];
  };
  "POST /applications/{client_id}/access-accounts/{access_key}/secrets": {
    readonly params: { readonly client_id: string; readonly access_key: string };
    readonly body: Schemas["AccessAccountSecretInput"];
    readonly answer: Schemas["CreatedAccessAccountSecret"];
  };
  "DELETE /applications/{client_id}/access-accounts/{access_key}/secrets/{id}": {
    readonly params: { readonly client_id: string; readonly access_key: string; readonly id: string };
    readonly answer: undefined;
  };
  "GET /assignments": {
    readonly query: {
      readonly limit?: number;
      readonly cursor?: string;
      readonly sort?:
        | "role_or_permission"
        | "at"
        | "expires_at"
        | "-role_or_permission"
        | "-at"
        | "-expires_at";
      readonly principal?: string;
      readonly role?: string;
      readonly permission?: string;
      readonly at?: string;
    };
    readonly answer: Schemas["AssignmentPage"];
  };
  "POST /assignments": { readonly body: Schemas["AssignmentInput"]; readonly answer: Schemas["Assignment"] };
  "POST /assignments:batch": {
    readonly body: Schemas["AssignmentChanges"];
    readonly answer: Schemas["AssignmentResults"];
  };
  "GET /assignments/{id}": {
    readonly params: { readonly id: string };
    readonly answer: Schemas["Assignment"];
  };
  "DELETE /assignments/{id}": { readonly params: { readonly id: string }; readonly answer: undefined };
  "GET /keys": { readonly answer: Schemas["SigningKeyList"] };
  "POST /keys:rotate": {
    readonly body: Schemas["KeyRotationRequest"];
    readonly answer: Schemas["KeyRotation"];
  };
  "GET /audit": {
    readonly query: {
      readonly limit?: number;
      readonly cursor?: string;
      readonly type?: string;
      readonly actor?: string;
      readonly target?: string;
      readonly request_id?: string;
      readonly except_application?: string;
      readonly refused?:
        | "any"
        | "unknown_scope"
        | "wrong_resource"
        | "needs_own_token"
        | "not_granted"
        | "client_not_allowed"
        | "key_ceiling"
        | "condition_failed"
        | "condition_missing_data"
        | "user_declined"
        | "not_for_this_grant";
      readonly error?: string;
      readonly from?: string;
      readonly to?: string;
      readonly after?: number;
    };
    readonly answer: Schemas["AuditEventPage"];
  };
  "GET /stats": {
    readonly query: {
      readonly name: readonly string[];
      readonly bucket?: "minute" | "hour" | "day" | "total";
      readonly from?: string;
      readonly to?: string;
    };
    readonly answer: Schemas["Stats"];
  };
  "POST /import": {
    readonly query: { readonly atomic?: boolean };
    readonly body: Schemas["ImportLine"];
    readonly answer: Schemas["ImportResult"];
  };
  "POST /conditions:check": {
    readonly body: Schemas["ConditionRequest"];
    readonly answer: Schemas["CheckedCondition"];
  };
  "GET /users:look-alikes": { readonly answer: Schemas["LookAlikesList"] };
  "GET /secrets:expiring": {
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly within_days?: number };
    readonly answer: Schemas["ExpiringSecretPage"];
  };
  "GET /nodes": { readonly answer: Schemas["NodeList"] };
  "GET /about": { readonly answer: Schemas["About"] };
  "GET /snapshot": {
    readonly query: { readonly resources?: string; readonly usernames?: boolean };
    readonly answer: Schemas["SnapshotLine"];
  };
  "POST /check": { readonly body: Schemas["CheckRequest"]; readonly answer: Schemas["CheckResult"] };
  "GET /users/{id}/permissions/{permission}": {
    readonly params: { readonly id: string; readonly permission: string };
    readonly query: { readonly resource?: string; readonly at_least?: number };
    readonly answer: Schemas["CheckResult"];
  };
  "POST /check:batch": { readonly body: Schemas["CheckBatch"]; readonly answer: Schemas["CheckBatchResult"] };
  "POST /check:explain": { readonly body: Schemas["CheckRequest"]; readonly answer: Schemas["Explanation"] };
  "POST /list/permissions": {
    readonly body: Schemas["SubjectPermissionsRequest"];
    readonly answer: Schemas["HeldPermissionPage"];
  };
  "POST /list/resources": {
    readonly body: Schemas["PermittedResourcesRequest"];
    readonly answer: Schemas["PermittedResourcePage"];
  };
  "POST /list/subjects": {
    readonly body: Schemas["PermittedSubjectsRequest"];
    readonly answer: Schemas["PermittedSubjectPage"];
  };
  "POST /scopes:resolve": {
    readonly body: Schemas["ScopeRequest"];
    readonly answer: Schemas["ResolvedScopes"];
  };
  "POST /simulate": { readonly body: Schemas["SimulationRequest"]; readonly answer: Schemas["Simulation"] };
  "GET /changes": {
    readonly query: {
      readonly after?: number;
      readonly limit?: number;
      readonly for?: "replica";
      readonly reads?: string;
      readonly resources?: string;
      readonly usernames?: boolean;
    };
    readonly answer: Schemas["ChangeSetPage"];
  };
  "GET /revocations": {
    readonly query: { readonly after?: string; readonly limit?: number };
    readonly answer: Schemas["RevocationPage"];
  };
}

export const TAKE_REVISION_IN_BODY: ReadonlySet<keyof Calls> = new Set([
  "POST /check",
  "POST /check:batch",
  "POST /check:explain",
  "POST /list/permissions",
  "POST /list/resources",
  "POST /list/subjects",
  "POST /scopes:resolve",
  "POST /simulate",
]);
export const TAKE_REVISION_IN_QUERY: ReadonlySet<keyof Calls> = new Set([
  "GET /users/{id}/permissions/{permission}",
]);
export const TAKE_IDEMPOTENCY_KEY: ReadonlySet<keyof Calls> = new Set([
  "POST /resources",
  "POST /permissions",
  "POST /roles",
  "POST /groups",
  "POST /users",
  "POST /applications",
  "POST /applications/{client_id}/access-accounts",
  "POST /users/{id}/password-resets",
  "POST /applications/{client_id}/secrets",
  "POST /applications/{client_id}/access-accounts/{access_key}/secrets",
  "POST /assignments",
  "POST /assignments:batch",
  "POST /keys:rotate",
]);
