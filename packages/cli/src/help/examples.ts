/** The last part of a command's help. Each line is a command and, after two or more spaces, a remark. */
export const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  ${line}\n`).join('')}`;
