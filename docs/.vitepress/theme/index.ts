import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { defineAsyncComponent } from "vue";
import "./style.css";
import "./api/api.css";

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    // Loaded by the page about the API alone.
    app.component(
      "ApiReference",
      defineAsyncComponent(() => import("./api/api-reference.vue")),
    );
  },
};

export default theme;
