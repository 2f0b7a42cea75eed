/** Removes user and password from an address; the `Authorization` field they stand for, if there were any. */
export function takeCredentials(url: URL): string | undefined {
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (username === '' && password === '') return undefined;
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
