/** Lets the fixed markup of the drawing library through Trusted Types: its frame, its mark and the frames of badges. */
interface MarkupPolicy {
  createHTML(markup: string): string;
}
interface PolicyFactory {
  createPolicy(name: string, rules: MarkupPolicy): MarkupPolicy;
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: PolicyFactory };
const policy = trustedTypes?.createPolicy('millrace-diagram', { createHTML: (markup) => markup });

/**
 * Makes an element of markup. It stands in for the package `domify` in the build, because the policy of the document lets no
 * other code write markup. What comes from diagrams, the library escapes.
 *
 * @public
 */
// biome-ignore lint/style/noDefaultExport: the package that it stands in for exports it so
export default function domify(markup: string): ChildNode | DocumentFragment {
  const template = document.createElement('template');
  const text = markup.trim();
  template.innerHTML = policy === undefined ? text : policy.createHTML(text);
  const { content } = template;
  const [first] = content.childNodes;
  return first !== undefined && content.childNodes.length === 1 ? document.adoptNode(first) : content;
}
