import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g;
const FENCED_BLOCK = /^\s*```[\s\S]*?^\s*```/gm;
/** Without patterns and placeholders such as `packages/*` or `operations/<id>.ts`. */
const NAMED_PATH = /`((?:packages|acceptance|bench|chaos|deploy|docs|examples|scripts)\/[\w./-]+)`/g;
const SKIPPED = new Set(['node_modules', 'dist', 'data']);

/** Paths of all Markdown files below a directory, relative to it, without dependencies, build output and data. */
export async function markdownFiles(root: string, directory = ''): Promise<readonly string[]> {
  const entries = await readdir(join(root, directory), { withFileTypes: true });
  const found = entries.map(async (entry): Promise<readonly string[]> => {
    const path = join(directory, entry.name);
    if (entry.isFile()) return entry.name.endsWith('.md') ? [path] : [];
    return entry.isDirectory() && !SKIPPED.has(entry.name) && !entry.name.startsWith('.')
      ? markdownFiles(root, path)
      : [];
  });
  return (await Promise.all(found)).flat();
}

/**
 * The links of a Markdown file that lead to no file, folder or heading of the repository. Links to the web and code blocks
 * are not checked.
 *
 * @param page path of the file, relative to the root
 */
export async function brokenLinks(root: string, page: string): Promise<readonly string[]> {
  const text = (await readFile(join(root, page), 'utf8')).replace(FENCED_BLOCK, '');
  const broken: string[] = [];
  for (const [link, path = '', anchor] of text.matchAll(LINK)) {
    const target = path === '' ? page : join(dirname(page), path);
    const found = await contentOf(join(root, target));
    const isWrongAnchor = anchor !== undefined && target.endsWith('.md') && !anchorsOf(found ?? '').has(anchor);
    if (found === undefined || isWrongAnchor) broken.push(link.slice(1));
  }
  return broken;
}

/** The paths of this repository that a Markdown file names in code spans (`packages/engine/src/`) and that do not exist. */
export async function missingPaths(root: string, page: string): Promise<readonly string[]> {
  const text = (await readFile(join(root, page), 'utf8')).replace(FENCED_BLOCK, '');
  const paths = new Set([...text.matchAll(NAMED_PATH)].map(([, path = '']) => path));
  const contents = await Promise.all(
    [...paths].map(async (path) => [path, await contentOf(join(root, path))] as const),
  );
  return contents.flatMap(([path, content]) => (content === undefined ? [path] : []));
}

/** The text of a file, an empty text for a folder, `undefined` if the path does not exist. */
async function contentOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    const entries = await readdir(path).catch(() => undefined);
    return entries && '';
  }
}

/** The anchors of a Markdown file: its headings, converted as GitHub does, and explicit `<a id>` elements. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  const headings = [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set([...headings, ...[...markdown.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id)]);
}
