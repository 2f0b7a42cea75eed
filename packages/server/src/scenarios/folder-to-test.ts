/** A folder with its scenarios. */
export interface FolderToTest {
  /** YAML or JSON text of the document. */
  readonly document: string;
  /** Texts of BPMN files by the name the document uses. */
  readonly files: Readonly<Record<string, string>>;
  /** Texts of files of scenarios by name; run in this order. */
  readonly scenarios: Readonly<Record<string, string>>;
  /** Runs only scenarios whose name, or the name of whose file, contains this text. Thresholds of coverage are then not checked. */
  readonly only?: string;
  /** Least percentage of every diagram whose scenarios set none. */
  readonly coverage?: number;
  /** Adds to the result of the first scenario where it has led. */
  readonly trace?: boolean;
}
