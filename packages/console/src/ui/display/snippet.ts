export interface Snippet {
  readonly language: "curl" | "Node" | "Python" | "Go" | (string & {});
  readonly code: string;
}
