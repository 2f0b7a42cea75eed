import type { Finding } from './finding.js';

/** Adds to findings about elements of BPMN files the lines on which the elements begin their ids. One pass over each file. */
export function withBpmnLines(findings: readonly Finding[], files: ReadonlyMap<string, string>): readonly Finding[] {
  const linesOf = new Map<string, ReadonlyMap<string, number>>();
  return findings.map((finding) => {
    const at = finding.path.startsWith('/') ? -1 : finding.path.lastIndexOf('#');
    if (at < 0) return finding;
    const file = finding.path.slice(0, at);
    const lines = linesOf.get(file) ?? linesOfIds(files.get(file) ?? '');
    linesOf.set(file, lines);
    const line = lines.get(finding.path.slice(at + 1));
    return line === undefined ? finding : { ...finding, line };
  });
}

/** The line of each attribute `id`, from 1. An id that stands twice has the first line. */
function linesOfIds(xml: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const [index, line] of xml.split(/\r\n|\r|\n/).entries()) {
    for (const [, double, single] of line.matchAll(/(?<![\w:.-])id\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
      const id = double ?? single ?? '';
      if (!lines.has(id)) lines.set(id, index + 1);
    }
  }
  return lines;
}
