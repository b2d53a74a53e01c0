import { importJWK, jwtVerify } from "jose";
import { createGuard, requireScopes } from "../../../packages/sdk/src/server/index.ts";
import {
  AUDIENCE,
  claimsOf,
  generateSigningKey,
  sign,
  startFakeIssuer,
} from "../../../packages/sdk/src/server/testing/fake-issuer.ts";
import type { BenchContext } from "../bench-context.ts";
import type { RowResult } from "../report/result.ts";
import { computeRatio, computeSpread } from "../report/statistics.ts";

const WORK = "verification";
const TOKENS = 3_000;
const BLOCK = 50;
/** A remembered token costs so little that each block has to be repeated to be measured. */
const REPEATS = 20;
const SCOPE = "orders:read";

interface Round {
  readonly bare: number;
  readonly first: number;
  readonly remembered: number;
}

/** A protected API sees a token for the first time, and again; beside the verification alone, by the library below it. */
export async function measureVerification({ rounds, progress }: BenchContext): Promise<RowResult> {
  const issuer = await startFakeIssuer();
  try {
    const key = await generateSigningKey("bench");
    issuer.keys = [key];
    const tokens = await Promise.all(Array.from({ length: TOKENS }, () => sign(key, claimsOf(issuer))));
    const verifyBare = createBare(issuer.url, await importJWK(key.jwk, key.alg));
    const measured: Round[] = [];
    // The first round warms up, and does not count.
    for (let round = 0; round <= rounds; round += 1) {
      const verifyBySdk = await createSdk(issuer.url, await sign(key, claimsOf(issuer)));
      const result = await measureRound(tokens, verifyBare, verifyBySdk);
      progress(
        `${WORK}: jose ${result.bare.toFixed(1)} µs, requireScopes() ${result.first.toFixed(1)} µs, ` +
          `remembered ${result.remembered.toFixed(2)} µs`,
      );
      if (round > 0) measured.push(result);
    }
    return { rates: [], verdicts: judge(measured) };
  } finally {
    await issuer.stop();
  }
}

type Verify = (token: string) => Promise<void>;

/** The same claims and the same type, so that only the rest of a protected API makes the difference. */
function createBare(issuer: string, key: Awaited<ReturnType<typeof importJWK>>): Verify {
  const options = {
    issuer,
    audience: AUDIENCE,
    typ: "at+jwt",
    algorithms: ["ES256"],
    requiredClaims: ["sub", "client_id", "jti", "iat", "exp"],
  };
  return async (token) => {
    await jwtVerify(token, key, options);
  };
}

async function createSdk(issuer: string, warmUp: string): Promise<Verify> {
  const guard = createGuard({ issuer, audience: AUDIENCE, log: false });
  const requirement = requireScopes(SCOPE);
  const verify: Verify = async (token) => {
    const parts = { method: "GET", url: "/orders", authorization: `Bearer ${token}` };
    const outcome = await guard.authenticate(parts);
    if (!("auth" in outcome) || (await requirement({ guard, auth: outcome.auth, parts, request: undefined })))
      throw new Error("a valid token was refused");
  };
  // Loads the key, which is what the row is not about.
  await verify(warmUp);
  return verify;
}

async function measureRound(tokens: readonly string[], bare: Verify, bySdk: Verify): Promise<Round> {
  const sums = { bare: 0, first: 0, remembered: 0 };
  for (let at = 0; at < tokens.length; at += BLOCK) {
    const block = tokens.slice(at, at + BLOCK);
    const measureBare = async () => {
      sums.bare += await measureBlock(block, bare);
    };
    const bareGoesFirst = (at / BLOCK) % 2 === 0;
    if (bareGoesFirst) await measureBare();
    sums.first += await measureBlock(block, bySdk);
    if (!bareGoesFirst) await measureBare();
    for (let repeat = 0; repeat < REPEATS; repeat += 1) sums.remembered += await measureBlock(block, bySdk);
  }
  const each = (sum: number, times: number) => sum / (tokens.length * times);
  return {
    bare: each(sums.bare, 1),
    first: each(sums.first, 1),
    remembered: each(sums.remembered, REPEATS),
  };
}

/** Microseconds of processor time, all threads of this process included. */
async function measureBlock(tokens: readonly string[], verify: Verify): Promise<number> {
  const before = process.cpuUsage();
  for (const token of tokens) await verify(token);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

const judge = (rounds: readonly Round[]): RowResult["verdicts"] => [
  {
    work: WORK,
    measure: "CPU of requireScopes() / jose, new token",
    value: computeRatio(
      rounds.map(({ first }) => first),
      rounds.map(({ bare }) => bare),
    ),
    unit: "×",
    target: { atMost: 1.15 },
  },
  {
    work: WORK,
    measure: "CPU of requireScopes(), remembered token",
    value: computeSpread(rounds.map(({ remembered }) => remembered)),
    unit: "µs",
    target: { atMost: 5 },
  },
];
