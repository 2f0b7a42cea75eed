import { html } from '../frame/html.js';
import type { Page } from '../frame/page.js';
import { heading, hidden } from '../frame/parts.js';

/** What a link stops, and the language of whom it was sent to. */
export interface StoppedMail {
  readonly stops: 'digest' | 'atOnce';
  readonly locale: string | null;
}

const english = {
  title: 'Stop e-mails',
  question: {
    digest: 'Millrace then no longer sends you the daily e-mail. Everything stays in your notifications.',
    atOnce: 'Millrace then no longer sends you e-mails like this one. Everything stays in your notifications.',
  },
  button: 'Stop these e-mails',
  stopped: 'These e-mails are stopped',
  after: 'Your account page has all choices, also to get them again.',
};
const german: typeof english = {
  title: 'E-Mails abbestellen',
  question: {
    digest: 'Millrace sendet Ihnen dann die tägliche E-Mail nicht mehr. In Ihren Mitteilungen bleibt alles.',
    atOnce: 'Millrace sendet Ihnen solche E-Mails dann nicht mehr. In Ihren Mitteilungen bleibt alles.',
  },
  button: 'Diese E-Mails abbestellen',
  stopped: 'Diese E-Mails sind abbestellt',
  after: 'Auf Ihrer Kontoseite können Sie alles auswählen, auch um sie wieder zu bekommen.',
};

const languageOf = ({ locale }: StoppedMail): 'en' | 'de' => (/^de\b/i.test(locale ?? '') ? 'de' : 'en');
const wordsOf = (mail: StoppedMail) => (languageOf(mail) === 'de' ? german : english);

/** Asks for one press. */
export function stopMailPage(action: string, mail: StoppedMail): Page {
  const words = wordsOf(mail);
  return {
    title: words.title,
    language: languageOf(mail),
    body: html`${heading(words.title)}<p>${words.question[mail.stops]}</p>
<form method="post" action="${action}">${hidden({ 'List-Unsubscribe': 'One-Click' })}<button class="button primary" type="submit">${words.button}</button></form>`,
  };
}

export function stoppedMailPage(_action: string, mail: StoppedMail): Page {
  const words = wordsOf(mail);
  return {
    title: words.stopped,
    language: languageOf(mail),
    body: html`${heading(words.stopped)}<p>${words.after}</p>`,
  };
}

export const noMailToStopPage: Page = {
  title: 'There is no such link',
  status: 404,
  body: html`${heading('There is no such link')}<p>Take the whole link from the e-mail. Your account page has the same choices.</p>`,
};
