/** What pages of getEvidence have. */
interface EvidencePage {
  readonly rows: readonly unknown[];
  readonly hidden: readonly string[];
  readonly entries: readonly unknown[];
  readonly seals: readonly { readonly number: number }[];
  readonly keys: readonly { readonly id: string }[];
}

/** All pages of getEvidence as one answer: what is verified and kept. @throws Error when there is none */
export function joinEvidence<Page extends EvidencePage>(pages: readonly Page[]): Page {
  const last = pages.at(-1);
  if (last === undefined) throw new Error('evidence has at least one page');
  const seals = new Map(pages.flatMap((page) => page.seals.map((seal) => [seal.number, seal] as const)));
  const keys = new Map(pages.flatMap((page) => page.keys.map((key) => [key.id, key] as const)));
  return {
    ...last,
    rows: pages.flatMap(({ rows }) => rows),
    hidden: pages.flatMap(({ hidden }) => hidden),
    entries: pages.flatMap(({ entries }) => entries),
    seals: [...seals.values()].sort((a, b) => a.number - b.number),
    keys: [...keys.values()],
  };
}
