// Loaded into a process before its own modules: writes the address of each module that it loads to a file.
import { appendFileSync } from 'node:fs';
import Module, { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const note = (url) => appendFileSync(process.env.MILLRACE_TEST_MODULES, `${url}\n`);

export async function load(url, context, next) {
  if (!url.startsWith('node:')) note(url);
  return next(url, context);
}

if (isMainThread) {
  register(import.meta.url);
  const { '.js': loadJs } = Module._extensions;
  Module._extensions['.js'] = (module, path) => {
    note(`file://${path}`);
    loadJs(module, path);
  };
}
