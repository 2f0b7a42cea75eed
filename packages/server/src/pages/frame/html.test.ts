import fc from 'fast-check';
import { expect, test } from 'vitest';
import { html } from './html.js';
import { type PageSite, pageHeaders, renderPage } from './page.js';

const site: PageSite = { basePath: '/millrace', assetsVersion: 'abc', home: '/', version: '1.2.3' };

test('text is escaped, templates in templates are not, and nothing is left of what is absent', () => {
  const inner = html`<b>${'<i>'}</b>`;
  expect(html`<p title="${`"'&`}">${inner}${[inner, 7]}${undefined}${false}</p>`.toString()).toBe(
    '<p title="&quot;&#39;&amp;"><b>&lt;i&gt;</b><b>&lt;i&gt;</b>7</p>',
  );
});

test('no text leaves the place it is put in', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const made = html`<a href="${text}">${text}</a>`.toString();
      expect(made.match(/[<>"]/g)).toEqual(['<', '"', '"', '>', '<', '>']);
    }),
  );
});

test('a page names files of this service only, below its public path, and has no script or style of its own', () => {
  const text = renderPage(site, { title: 'A & B', body: html`<h1>A</h1>` });
  expect(text).toContain('<title>A &amp; B · Millrace</title>');
  const addresses = [...text.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, address]) => address);
  expect(addresses).toHaveLength(3);
  for (const address of addresses) expect(address).toMatch(/^\/millrace\/pages\/abc\//);
  expect(text).not.toMatch(/\sstyle=|\son\w+=|<style|<script(?! src=)/);
});

test('the policy allows no frame, no inline code and no other target of a form than those named', () => {
  const page = { title: '', body: html``, formTargets: ['https://app.example'] };
  const policy = pageHeaders(page)['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self' https://app.example;");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|\*/);
});
