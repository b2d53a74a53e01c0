import { after, before } from "node:test";

/**
 * Gives the tests of a file the globals of a browser, and takes them back afterwards: files may share a process. Import
 * modules that read such a global when they load only after that, inside the test.
 */
export function installFakeBrowser(origin: string, others: Readonly<Record<string, unknown>> = {}): void {
  const stored = new Map<string, string>();
  const globals = {
    location: { origin },
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
    ...others,
  };
  const names = Object.keys(globals);
  const original = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  before(() => {
    for (const [name, value] of Object.entries(globals))
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  });
  after(() => {
    for (const [name, descriptor] of original)
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
  });
}
