/** Images that a browser shows and that can contain no script. SVG can. */
const images: ReadonlySet<string> = new Set(
  ['png', 'jpeg', 'gif', 'webp', 'avif', 'bmp', 'apng'].map((subtype) => `image/${subtype}`),
);
/** Shown as plain text, whatever else a browser would make of them. */
const texts: ReadonlySet<string> = new Set(['text/plain', 'text/csv', 'text/markdown', 'application/json']);

/**
 * The type that a file is shown as inside a page (D59), which is never one that can run a script there.
 *
 * @returns undefined for a file that is only downloaded
 */
export function previewType(mimeType: string): string | undefined {
  const [essence = '', ...parameters] = mimeType.toLowerCase().split(';');
  const type = essence.trim();
  if (type === 'application/pdf' || images.has(type)) return type;
  if (!texts.has(type)) return undefined;
  const charset = parameters.map((one) => /^\s*charset="?([\w.:-]+)"?\s*$/.exec(one)?.[1]).find(Boolean);
  return `text/plain; charset=${charset ?? 'utf-8'}`;
}
