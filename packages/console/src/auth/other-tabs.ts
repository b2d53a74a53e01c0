import type { SignedInUser } from "./signed-in-user.ts";

type TabMessage =
  /** The user ended the session of this browser. */
  { readonly kind: "signed_out" } | { readonly kind: "signed_in"; readonly user: SignedInUser };

const channel = new BroadcastChannel("licet-console");

/** The channel to the console in other tabs of this browser, which share the session. */
export const otherTabs = {
  post: (message: TabMessage): void => channel.postMessage(message),
  /** Only pages of this origin can post to the channel. */
  listen: (listener: (message: TabMessage) => void): void => {
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => listener(data);
  },
};
