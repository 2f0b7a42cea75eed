-- Evidence (D164): what was decided as one canonical text (RFC 8785), in the row of the decision.
alter table audit_log add column statement text;

-- Up to when rows of the audit log have been sealed. Rows from before this migration are not.
create table audit_sealing (sealed_until timestamptz(3) not null);
create unique index audit_sealing_is_one_row on audit_sealing ((true));
insert into audit_sealing values (now());

-- A Merkle tree (RFC 6962) of rows of the audit log. Each names the one before.
--
-- row_ids: ids of the rows, in the order of the leaves. leaves: 32 bytes each.
-- signed: canonical JSON with the root, and the hash of the one before.
create table audit_seals (
  sub_project_id uuid not null,
  number bigint not null,
  until_ts timestamptz(3) not null,
  row_ids uuid[] not null,
  leaves bytea not null,
  signed text not null,
  -- ECDSA on P-256 with SHA-256, DER in base64.
  signature text not null,
  key_id text not null,
  primary key (sub_project_id, number)
);
create index audit_seals_by_time on audit_seals (sub_project_id, until_ts);
create trigger audit_seals_are_append_only before update or delete or truncate on audit_seals
  for each statement execute function refuse_change();

-- The key that signs seals. private_key is sealed where a secret key is configured.
create table evidence_keys (
  id text primary key,
  private_key text not null,
  public_key text not null,
  created_ts timestamptz(3) not null
);
