/** SHA-256 (FIPS 180-4) of a text in UTF-8, as 64 hexadecimal digits, where the runtime has none that is synchronous. */
export function sha256(text: string): string {
  const words = pad(encoder.encode(text));
  const state = Int32Array.from(INITIAL_STATE);
  for (let offset = 0; offset < words.length; offset += 16) compress(state, words, offset);
  let digest = "";
  for (const word of state) digest += (word >>> 0).toString(16).padStart(8, "0");
  return digest;
}

const encoder = new TextEncoder();

/** FIPS 180-4 §5.1.1: a bit of 1, zeros, and the length in bits, to a multiple of 64 bytes. */
function pad(bytes: Uint8Array): Int32Array {
  const words = new Int32Array(((bytes.length + 8) >>> 6) * 16 + 16);
  for (let index = 0; index < bytes.length; index += 1)
    words[index >>> 2] =
      (words[index >>> 2] as number) | ((bytes[index] as number) << (24 - (index & 3) * 8));
  const end = bytes.length;
  words[end >>> 2] = (words[end >>> 2] as number) | (0x80 << (24 - (end & 3) * 8));
  words[words.length - 2] = Math.floor(end / 2 ** 29);
  words[words.length - 1] = end << 3;
  return words;
}

const schedule = new Int32Array(64);

/** FIPS 180-4 §6.2.2. */
function compress(state: Int32Array, words: Int32Array, offset: number): void {
  for (let t = 0; t < 16; t += 1) schedule[t] = words[offset + t] as number;
  for (let t = 16; t < 64; t += 1) {
    const w15 = schedule[t - 15] as number;
    const w2 = schedule[t - 2] as number;
    const sigma0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
    const sigma1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
    schedule[t] = (schedule[t - 16] as number) + sigma0 + (schedule[t - 7] as number) + sigma1;
  }
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let t = 0; t < 64; t += 1) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const t1 = (h + sum1 + choice + (ROUND_CONSTANTS[t] as number) + (schedule[t] as number)) | 0;
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + sum0 + majority) | 0;
  }
  const next = [a, b, c, d, e, f, g, h];
  for (let index = 0; index < 8; index += 1)
    state[index] = (state[index] as number) + (next[index] as number);
}

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** FIPS 180-4 §4.2.2 and §5.3.3: the first 32 bits of the fractions of the cube and square roots of the first primes. */
const PRIMES = findPrimes(64);
const ROUND_CONSTANTS = Int32Array.from(PRIMES, (prime) => fractionOf(Math.cbrt(prime)));
const INITIAL_STATE = PRIMES.slice(0, 8).map((prime) => fractionOf(Math.sqrt(prime)));

function fractionOf(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

function findPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate += 1)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  return primes;
}
