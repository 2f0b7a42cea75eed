-- The groups that a person joins by accepting an invitation, and the roles that the person is given:
-- [{"subProjectId": uuid, "roles": [text]}].
alter table invitations add column group_ids uuid[] not null default '{}';
alter table invitations add column memberships jsonb not null default '[]';
