import { scopeWords } from '../../identity/authorization/scope-words.js';
import { type Html, html } from '../frame/html.js';
import { icon } from '../frame/icons.js';
import type { Page } from '../frame/page.js';
import { heading, hidden, note } from '../frame/parts.js';

/** An application that asks to act as a person. */
export interface ConsentView {
  readonly basePath: string;
  readonly application: { readonly name: string; readonly origin: string };
  readonly scopes: readonly string[];
  /** Who is asked. */
  readonly person: string;
  /** Where the answer is posted, below the base path, and what goes with it. */
  readonly action: string;
  readonly members: Readonly<Record<string, string>>;
  /** Where the person goes on to, as people read it; undefined when nowhere. */
  readonly goesTo?: string;
  /** Shown above the buttons. */
  readonly warning?: string;
  readonly formTargets?: readonly string[];
}

/** Asks a person whether an application may act as them. */
export function consentPage(view: ConsentView): Page {
  const { application, person, scopes, basePath, goesTo, warning } = view;
  return {
    title: `Allow ${application.name}?`,
    formTargets: view.formTargets ?? [],
    body: html`${heading(
      html`Allow ${application.name} to act as you?`,
      html`You are signed in as <span class="strong">${person}</span>.`,
    )}
<p>It asks for:</p>
<ul class="list">${scopeWords(scopes).map((words) => html`<li>${icon('check')}<span>${words}</span></li>`)}</ul>
<p class="quiet">It can never do more than you, and what it does is recorded in your name. It keeps access until you withdraw it, or for 180 days.</p>
${goesTo !== undefined && html`<dl class="facts"><dt>Goes on to</dt><dd>${goesTo}</dd></dl>`}
${application.origin === 'registration' && note('warn', 'This application registered itself. Nobody here has checked that it is what it calls itself. Allow it only if you started it yourself.')}
${warning !== undefined && note('warn', warning)}
<form method="post" action="${basePath}${view.action}">${hidden(view.members)}
<div class="buttons"><button class="button primary" type="submit" name="decision" value="allow">Allow</button>
<button class="button" type="submit" name="decision" value="decline">Cancel</button></div></form>
${otherAccount(basePath)}`,
  };
}

const otherAccount = (basePath: string): Html =>
  html`<p class="small">Not you? <a href="${basePath}/sign-out">Sign out</a> and begin again.</p>`;
