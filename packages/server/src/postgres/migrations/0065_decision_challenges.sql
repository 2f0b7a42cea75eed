-- Challenges of passkeys that sign a decision (D179): the SHA-256 of its statement.
alter table passkey_challenges drop constraint passkey_challenges_purpose_check;
alter table passkey_challenges add constraint passkey_challenges_purpose_check
  check (purpose in ('registration', 'signIn', 'decision'));
