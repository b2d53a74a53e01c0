/** RFC 6749 §2.1: it runs where everyone can read what it holds, so it has no secret. */
export const isPublicApplication = ({ type }: { readonly type: string }): boolean =>
  type === "spa" || type === "native";

export const isPublicClient = (client: { readonly application: { readonly type: string } }): boolean =>
  isPublicApplication(client.application);
