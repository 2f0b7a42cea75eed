/** One remark about a diagram, with the element to show it at, or null. */
export type Finding = {
  readonly elementId: string | null;
  /** Stable, kebab-case; `message` is for people. */
  readonly code: string;
  readonly message: string;
};

/** What the compiler found in a diagram. A file with errors must not be deployed. */
export type DeployReport = {
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
  /** Attributes and elements that are accepted but have no effect here. */
  readonly ignored: readonly Finding[];
};
