-- Where applications may have people sent after a sign-out (OpenID Connect RP-Initiated Logout 1.0).
alter table applications add column post_logout_redirect_uris text[] not null default '{}';
