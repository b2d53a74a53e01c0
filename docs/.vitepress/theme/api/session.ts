import { reactive } from "vue";
import type { Server } from "./server.ts";

/** What the page holds as long as it is open, and nowhere else: no storage, no address. */
export const session = reactive({
  /** Undefined while it is looked for; null where there is none. */
  server: undefined as Server | null | undefined,
  clientId: "",
  secret: "",
  token: "",
  /** What the token is good for, as the server said. */
  tokenNote: "",
});
