/** TypeScript does not read the components; Vite does. */
declare module "*.vue" {
  import type { Component } from "vue";

  const component: Component;
  export default component;
}
