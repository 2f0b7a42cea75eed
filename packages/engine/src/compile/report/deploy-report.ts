/** One remark about a diagram, with the element to show it at. */
export type Finding = {
  readonly elementId: string | null;
  /** Stable, kebab-case; `message` is for people. */
  readonly code: string;
  readonly message: string;
};

/** What deploying a diagram would mean. With errors nothing of the file may be deployed. */
export type DeployReport = {
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
  /** Attributes and elements that are accepted but have no effect here. */
  readonly ignored: readonly Finding[];
};
