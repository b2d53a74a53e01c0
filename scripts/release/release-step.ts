/** What a release knows about itself. */
export interface ReleaseContext {
  readonly root: string;
  /** Nothing is published, tagged or pushed. */
  readonly dryRun: boolean;
  readonly skipTests: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Runs git or npm in `root`, or in another folder. Never rejects. */
  readonly run: RunCommand;
}

export type RunCommand = (
  command: readonly [program: "git" | "npm", ...args: string[]],
  options?: { readonly folder?: string; readonly showOutput?: boolean },
) => Promise<CommandResult>;

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StepResult {
  /** `would`: a dry run stops before it. `failed` ends a release; a dry run goes on, to show everything. */
  readonly status: "ok" | "would" | "warning" | "failed";
  readonly what: string;
  /** What the maintainer does about it. */
  readonly todo?: string;
}

export interface ReleaseStep {
  readonly name: string;
  run(context: ReleaseContext): Promise<StepResult>;
}

export const ok = (what: string): StepResult => ({ status: "ok", what });
export const would = (what: string): StepResult => ({ status: "would", what });
export const warning = (what: string, todo: string): StepResult => ({ status: "warning", what, todo });
export const failed = (what: string, todo: string): StepResult => ({ status: "failed", what, todo });

/** The end of what a command has said, on one line. */
export const lastWords = ({ stdout, stderr }: CommandResult): string =>
  `${stdout}\n${stderr}`.trim().replace(/\s+/g, " ").slice(-300);
