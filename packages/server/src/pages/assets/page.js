// What a page does beyond its forms. Every page works without it.
for (const button of document.querySelectorAll('button[data-shows]')) {
  const field = document.getElementById(button.dataset.shows);
  button.hidden = false;
  button.addEventListener('click', () => {
    const shown = field.type === 'text';
    field.type = shown ? 'password' : 'text';
    button.setAttribute('aria-pressed', String(!shown));
  });
}

// Only pages with a button for passkeys load what it does.
if (document.querySelector('button[data-passkey]') !== null) await import('./passkey.js');

// A form is sent once, also when its button is pressed twice.
for (const form of document.forms) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent === 'true') event.preventDefault();
    form.dataset.sent = 'true';
  });
}
// Back to a page that the browser kept: its forms may be sent again.
addEventListener('pageshow', () => {
  for (const form of document.forms) delete form.dataset.sent;
});

// The demo prints addresses that sign in without a press; the server marks their buttons. Only on this machine: nobody else can
// send somebody there.
if (location.hash === '#now' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(location.hostname)) {
  document.querySelector('button[data-now]')?.form.requestSubmit();
}
