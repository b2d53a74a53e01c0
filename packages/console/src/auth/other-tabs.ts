import type { SignedInUser } from "./signed-in-user.ts";

type News =
  /** The user ended the session of this browser. */
  { readonly kind: "signed_out" } | { readonly kind: "signed_in"; readonly user: SignedInUser };

const channel = new BroadcastChannel("licet-console");

/** The channel to the console in other tabs of this browser, which share the session. */
export const otherTabs = {
  tell: (news: News): void => channel.postMessage(news),
  /** Only pages of this origin can post to the channel. */
  hear: (listener: (news: News) => void): void => {
    channel.onmessage = ({ data }: MessageEvent<News>) => listener(data);
  },
};
