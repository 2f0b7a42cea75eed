import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { adminEnvironment, type DemoServer, startDemoServer } from './demo-server.js';

const root = new URL('../../../', import.meta.url);
const documents = ['packages/client/README.md', 'docs/guide/sdk.md'];

interface Program {
  readonly source: string;
  /** What its `// →` comments promise, in order. */
  readonly promised: readonly string[];
}

/** The TypeScript blocks of a document are one program. */
async function programOf(document: string): Promise<Program> {
  const text = await readFile(new URL(document, root), 'utf8');
  const source = [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block = '']) => block).join('\n');
  return { source, promised: [...source.matchAll(/\/\/ → (.*)$/gm)].map(([, output = '']) => output) };
}

const AsyncFunction: FunctionConstructor = Object.getPrototypeOf(async () => undefined).constructor;

/** Runs a program whose types are all inferred, so that it is JavaScript as it stands. */
async function run({ source }: Program, url: string): Promise<string[]> {
  const printed: string[] = [];
  const console = { log: (...values: unknown[]) => void printed.push(format(...values)) };
  const load = async (specifier: string) =>
    specifier === '@millrace/client' ? import('@millrace/client') : Promise.reject(new Error(specifier));
  const body = source
    .replaceAll(/^import (\{.*?\}) from ('.*?');$/gms, 'const $1 = await load($2);')
    .replaceAll('http://127.0.0.1:8080', url);
  await new AsyncFunction('console', 'load', body)(console, load);
  return printed;
}

describe('the documentation', () => {
  let server: DemoServer;
  beforeAll(async () => {
    for (const [name, value] of Object.entries(adminEnvironment)) vi.stubEnv(name, value);
    server = await startDemoServer();
  });
  afterAll(() => server?.stop());

  it.each(documents)('[D33] %s: its program prints what it promises, against the demo', async (document) => {
    const program = await programOf(document);
    expect(program.promised.length).toBeGreaterThan(1);
    expect(await run(program, server.url)).toEqual(program.promised);
  });

  it('its programs compile under the rules of this repository', async () => {
    const dist = new URL('packages/client/dist/', root);
    await mkdir(dist, { recursive: true });
    const directory = await mkdtemp(fileURLToPath(new URL('docs-', dist)));
    try {
      for (const [index, document] of documents.entries()) {
        await writeFile(`${directory}/program-${index}.ts`, (await programOf(document)).source);
      }
      const extended = fileURLToPath(new URL('tsconfig.test.json', root));
      const compilerOptions = {
        noUnusedLocals: false,
        typeRoots: [fileURLToPath(new URL('node_modules/@types', root))],
      };
      const config = { extends: extended, compilerOptions, include: ['*.ts'], references: [] };
      await writeFile(`${directory}/tsconfig.json`, JSON.stringify(config));
      const tsc = fileURLToPath(new URL('node_modules/.bin/tsc', root));
      const compiled = await promisify(execFile)(tsc, ['-p', directory]).catch((error: { stdout: string }) => error);
      expect(compiled.stdout).toBe('');
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});
