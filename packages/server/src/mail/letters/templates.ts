/**
 * The e-mails of the service and what each needs to be written. The values are stored until the e-mail is sent, so none of
 * them may be a secret: the address of a link is made when the e-mail is sent.
 */
export interface LetterData {
  /** Somebody is asked to join. */
  readonly invitation: { readonly invitedBy: string; readonly places: readonly string[] };
  /** Somebody asked to set a new password. */
  readonly passwordReset: Readonly<Record<string, never>>;
  /** Somebody asked to set a new password for a person who signs in without one. */
  readonly noPassword: Readonly<Record<string, never>>;
  /** A new address must be confirmed; sent to the new address. */
  readonly emailChange: Readonly<Record<string, never>>;
  /** Notice to the old address that a change was asked for. */
  readonly emailChangeNotice: { readonly newEmail: string };
  /** Notice that the password was changed by a link. */
  readonly passwordChanged: { readonly changedTs: string };
  /** Notice that a way to sign in was added or removed. */
  readonly factorChanged: { readonly change: FactorChange; readonly name: string; readonly changedTs: string };
}

/** What can happen to the ways in which a person signs in. */
export type FactorChange =
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'appAdded'
  | 'appReplaced'
  | 'appRemoved'
  | 'codesCreated'
  | 'allRemoved';

export type LetterTemplate = keyof LetterData;

/** The one-time link of a letter. */
export interface LetterLink {
  readonly url: string;
  readonly expiresTs: Date;
}
