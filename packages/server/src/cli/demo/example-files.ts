/** The files of the demo. Only this module knows where the examples are. */
export const DEMO_FILE = new URL("../../../../../examples/demo.yaml", import.meta.url);
export const SHOP_MODULE = new URL("../../../../../examples/shop/shop.ts", import.meta.url);
