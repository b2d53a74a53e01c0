/** Random worlds: the exported file changes nothing where it came from, and makes the same configuration elsewhere. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { checkCondition } from "@licet/engine/internal/conditions/compile-condition.ts";
import type { LocalizedText } from "@licet/engine/internal/entities.ts";
import type { World } from "@licet/engine/internal/testing/oracle.ts";
import { anyWorld, NOW } from "@licet/engine/internal/testing/random-world.ts";
import fc from "fast-check";
import type { Application, User } from "../../packages/server/src/accounts/entities.ts";
import type { Change } from "../../packages/server/src/directory/change.ts";
import { OWN_RESOURCE } from "../../packages/server/src/directory/own-names.ts";
import { applyConfigurationFile } from "../../packages/server/src/files/apply-configuration-file.ts";
import { exportConfiguration } from "../../packages/server/src/files/export-configuration.ts";
import { formatConfiguration } from "../../packages/server/src/files/format-configuration.ts";
import { readConfiguration } from "../../packages/server/src/files/read-configuration.ts";
import { parseClientJwks } from "../../packages/server/src/tokens/client-jwks.ts";
import { runsOn } from "../support/property-runs.ts";
import { ENGINES, FEWER, type WorldDatabase, worldDatabase } from "./world-database.ts";
import { applicationOf, put, userOf } from "./world-entities.ts";

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const given = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;

/** Texts that a careless writer of YAML would change: booleans, numbers, dates, comments, aliases, line breaks. */
const anyLine = fc
  .oneof(
    fc.constantFrom(
      "no",
      "null",
      "~",
      "0x1F",
      "1e3",
      "2030-01-01",
      "a: b",
      "- a",
      "# a",
      "&a",
      "*a",
      "{a",
      "'",
      '"',
      "%a",
      " a ",
      "à 😀 订单",
    ),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
  )
  .filter((text) => text.trim() !== "" && text.isWellFormed() && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text));
const anyText = fc.oneof(
  anyLine,
  fc.constantFrom("one\ntwo\n", "\n a\n\n b", "tab\there", "trailing \n", "long ".repeat(30)),
);
const anyTexts: fc.Arbitrary<LocalizedText> = fc
  .record({ en: anyText, zh: maybe(anyText), "pt-BR": maybe(anyText) })
  .map((texts) => given(texts) as LocalizedText);
const anyName = anyLine.map((text) => text.trim());
const anyNames: fc.Arbitrary<LocalizedText> = fc
  .record({ en: anyName, zh: maybe(anyName) })
  .map((names) => given(names) as LocalizedText);
/** No way of writing accepts `__proto__`, at any depth. */
const anyAttributes = fc
  .dictionary(
    fc.oneof(anyLine, fc.constantFrom("true", "1", "constructor")),
    fc.jsonValue({ depthSize: "small" }).map((value) => JSON.parse(JSON.stringify(value))),
    { maxKeys: 3 },
  )
  .filter((attributes) => !JSON.stringify(attributes).includes('"__proto__":'));

const JWKS = parseClientJwks({
  keys: [{ kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", kid: "no" }],
});
const URIS = [
  "https://a.example.test/callback",
  "http://127.0.0.1:4000/callback",
  "https://a.example.test/?x=%20&y=#",
].slice(0, 2);

/** The members of an application in a file that do not follow from its type. */
const anyApplicationDetails = fc.record({
  name: anyName,
  redirectUris: fc.subarray(URIS),
  postLogoutRedirectUris: fc.subarray(URIS),
  requirePkce: fc.boolean(),
  firstParty: fc.boolean(),
  delegated: fc.subarray(["openid", "orders:read", "stock:*", "billing_admin"]).chain((scopes) =>
    fc.tuple(
      ...scopes.map((scope) =>
        fc.record({
          scope: fc.constant(scope),
          consent: fc.constantFrom("required", "optional", "implicit"),
        }),
      ),
    ),
  ),
  authenticationMethod: maybe(fc.constantFrom("client_secret_post", "private_key_jwt")),
  jwks: fc.constant(JWKS),
  idTokenAlgorithm: fc.constantFrom("RS256", "ES256"),
  idTokenClaims: fc.constantFrom("profile", "minimal"),
  requirePushedRequests: fc.boolean(),
  requireSignedRequestObject: fc.boolean(),
  clientAssertionMaxLifetimeSeconds: fc.constantFrom(300, 3600),
  serves: fc.subarray(["orders", "stock"]),
  homePage: maybe(fc.constant("https://a.example.test/")),
  backchannelLogoutUri: maybe(fc.constant("https://a.example.test/logout")),
  type: fc.constantFrom("service", "web"),
}) as fc.Arbitrary<Partial<Application>>;

const anyDetails = fc.record({
  texts: anyTexts,
  displayName: maybe(anyNames),
  signingAlgorithm: fc.constantFrom("ES256", "EdDSA"),
  accessTokenType: fc.constantFrom("at+jwt", "JWT"),
  description: maybe(anyText),
  attributes: anyAttributes,
  application: anyApplicationDetails,
  user: fc.record({
    name: maybe(anyName),
    email: maybe(fc.constant("u+1@example.test")),
  }),
  account: fc.record({
    name: maybe(anyName),
    expiresAt: maybe(fc.integer({ min: NOW - 1, max: NOW + 3 })),
  }),
});
type Details = typeof anyDetails extends fc.Arbitrary<infer T> ? T : never;

/** The world itself has no texts and attributes, and its applications are plain. */
function decorate(world: World, details: Details): World {
  const { texts, displayName, signingAlgorithm, accessTokenType, description, attributes } = details;
  return {
    ...world,
    resources: world.resources.map((resource) => ({
      ...resource,
      ...(resource.name === "stock" && { signingAlgorithm, accessTokenType }),
      ...(resource.name === "stock" && displayName !== undefined && { displayName }),
      actions: Object.fromEntries(
        Object.keys(resource.actions).map((action) => [action, { description: texts }]),
      ),
    })) as World["resources"],
    permissions: world.permissions.map((permission) => ({ ...permission, description: texts })),
    roles: world.roles.map((role) => ({ ...role, ...(description !== undefined && { description }) })),
    instances: world.instances.map((instance) => ({ ...instance, attributes })),
  };
}

function detailedEntities(
  world: World,
  { application, user, account, attributes, description }: Details,
): readonly Change[] {
  const { ceilings, disabled } = world;
  const enabled = (principal: string) => !(disabled as readonly string[]).includes(principal);
  const ceiling = ceilings.ak_a?.ceiling;
  return [
    put("application", given({ ...applicationOf("b"), ...application }) as Application),
    put("application", {
      ...applicationOf("s"),
      type: "spa",
      requirePkce: true,
      authenticationMethod: "none",
    }),
    put(
      "user",
      given({
        ...userOf("usr_u", enabled("user:usr_u")),
        ...user,
        attributes,
        passwordHash: "$argon2id$x",
      }) as User,
    ),
    put("group", given({ name: "g0", ...(description !== undefined && { description }) })),
    put("access_account", {
      accessKey: "ak_a",
      applicationId: "a",
      enabled: enabled("access_account:ak_a"),
      ...(ceiling && { ceiling }),
      ...given(account),
    } as never),
  ];
}

async function exportFrom({ storage }: WorldDatabase): Promise<string> {
  return formatConfiguration(exportConfiguration(await readConfiguration(storage.state), NOW).content);
}

const applyTo = ({ storage, clock }: WorldDatabase, text: string) =>
  applyConfigurationFile({
    text,
    fileName: "licet.yaml",
    store: storage.state,
    actor: { name: "file:licet.yaml", at: NOW * 1_000 },
    dependencies: {
      hashSecret: (secret) => `hash of ${secret}`,
      isRefusedCredential: () => false,
      checkCondition,
      parseClientJwks,
      clock,
    },
  });

/** Deletes everything, so that the next file finds an empty database. The order is that of the references. */
async function clear({ storage, commit }: WorldDatabase): Promise<void> {
  const kinds = [
    "assignment",
    "access_account",
    "application",
    "membership",
    "group",
    "user",
    "role",
    "instance",
    "permission",
    "resource",
  ] as const;
  for (const kind of kinds) {
    const changes = (await storage.state.list(kind)).map(
      (value) => ({ op: "delete", kind, value }) as Change,
    );
    if (changes.length > 0) await commit(changes);
  }
}

for (const engine of ENGINES) {
  describe(`on ${engine}`, () => {
    const origin = worldDatabase(engine);
    const other = worldDatabase(engine);

    test("an exported file changes nothing in its own database, and makes an equal one of an empty database", async () => {
      await fc.assert(
        fc.asyncProperty(anyWorld, anyDetails, async (plain, details) => {
          const world = decorate(plain, details);
          await origin().become(world);
          await origin().commit(detailedEntities(world, details));
          const file = await exportFrom(origin());

          const before = await origin().storage.state.revision();
          const again = await applyTo(origin(), file);
          assert.equal(again.revision, before, `${JSON.stringify(again.summary)}\n${file}`);
          assert.deepEqual(again.secrets, []);
          // Of what is stored, only an assignment at an instance of nothing earns a warning.
          assert.deepEqual(
            again.warnings.filter((warning) => !/belongs to no resource$/.test(warning)),
            [],
          );

          await clear(other());
          // Every database has Licet's own resource. Here it is that of the world.
          const own = world.resources.filter(({ name }) => name === OWN_RESOURCE);
          await other().commit(own.map((resource) => put("resource", resource)));
          await applyTo(other(), file);
          assert.equal(await exportFrom(other()), file);
        }),
        runsOn(engine, FEWER),
      );
    });
  });
}
