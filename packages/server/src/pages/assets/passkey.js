// Sign-in with a passkey, and adding one. A page that has a button for it loads this; where the browser has no passkeys, the
// button stays hidden.
const button = document.querySelector('button[data-passkey]');
const failure = document.querySelector('[data-passkey-failure]');
const { passkey: task, base, to } = button.dataset;
let conditional = new AbortController();

async function call(operation, body) {
  const response = await fetch(`${base}/v1/users/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.detail);
  return answer;
}

/** Who closes the dialog of the browser, or has waited too long, knows that. */
const isCancelled = (error) => error.name === 'NotAllowedError' || error.name === 'AbortError';

function show(error) {
  if (isCancelled(error)) return;
  failure.querySelector('p').textContent = error.message;
  failure.hidden = false;
}

async function signIn(options) {
  const { publicKey } = await call('startPasskeySignIn', {});
  const passkey = await navigator.credentials.get({
    ...options,
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey),
  });
  const remember = document.querySelector('input[name=remember]')?.checked === true;
  await call('finishPasskeySignIn', { passkey: passkey.toJSON(), remember });
  location.assign(to);
}

async function add() {
  const { publicKey } = await call('startPasskeyRegistration', {});
  const passkey = await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey),
  });
  const name = document.querySelector('input[data-passkey-name]').value.trim() || 'Passkey';
  const { recoveryCodes } = await call('finishPasskeyRegistration', { name, passkey: passkey.toJSON() });
  if (recoveryCodes.length === 0) return location.assign(to);
  document.querySelector('[data-recovery-list]').textContent = recoveryCodes.join('\n');
  document.querySelector('[data-recovery]').hidden = false;
  document.querySelector('[data-enrol]').hidden = true;
}

/** Passkeys in the list of names that the browser offers in the field for the e-mail address. */
async function offerInField() {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  await signIn({ mediation: 'conditional', signal: conditional.signal });
}

if (globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON !== undefined) {
  button.hidden = false;
  for (const part of document.querySelectorAll('[data-with-passkey]')) part.hidden = false;
  button.addEventListener('click', async () => {
    failure.hidden = true;
    button.disabled = true;
    // Only one request for a passkey may wait.
    conditional.abort();
    conditional = new AbortController();
    try {
      await (task === 'add' ? add() : signIn({}));
    } catch (error) {
      show(error);
    } finally {
      button.disabled = false;
    }
  });
  if (task === 'sign-in') offerInField().catch(show);
}
