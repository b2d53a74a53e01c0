/** Chance that can be repeated: the same seed makes the same choices (though never the same timing). */
export interface Random {
  /** In [0, 1). */
  number(): number;
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** Each choice with the probability that its weight has among all weights. */
  weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T;
}

/** Mulberry32: small, fast, and good enough for choices without an attacker. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const number = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    number,
    between: (least, most) => least + number() * (most - least),
    chance: (probability) => number() < probability,
    pick: (choices) => choices[Math.floor(number() * choices.length)] as (typeof choices)[number],
    weighted(choices) {
      let left = number() * choices.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, choice] of choices) {
        left -= weight;
        if (left < 0) return choice;
      }
      throw new RangeError("there is nothing to choose from");
    },
  };
}
