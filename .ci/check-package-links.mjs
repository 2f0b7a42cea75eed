// DIRECTORY: an installation of the published packages. Fails when one has no README.md, or when a README.md links to a file
// that is not in its package.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const packages = `${process.argv[2]}/node_modules/@millrace`;
const broken = readdirSync(packages).flatMap((name) => {
  const readme = `${packages}/${name}/README.md`;
  if (!existsSync(readme)) return [`@millrace/${name} has no README.md`];
  const links = [...readFileSync(readme, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) => link);
  return links
    .filter((link) => !existsSync(`${packages}/${name}/${link}`))
    .map((link) => `README.md of @millrace/${name} links to ${link}, which is not in the package`);
});
if (broken.length > 0) throw new Error(broken.join('\n'));
