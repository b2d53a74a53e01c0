import type { SignedInUser } from "./signed-in-user.ts";

type News =
  /** The session of this browser was ended by its user. */
  { readonly kind: "signed_out" } | { readonly kind: "signed_in"; readonly user: SignedInUser };

const channel = new BroadcastChannel("licet-console");

/** The console in other tabs of this browser, which lives from the same session. */
export const otherTabs = {
  tell: (news: News): void => channel.postMessage(news),
  /** Only pages of this origin can speak here. */
  hear: (listener: (news: News) => void): void => {
    channel.onmessage = ({ data }: MessageEvent<News>) => listener(data);
  },
};
