-- Groups of people, and roles that people and groups have beside those that the document gives to people.

create table groups (
  id uuid not null,
  name text not null,
  description text not null default '',
  created_ts timestamp(3) with time zone not null,
  constraint groups_pkey primary key (id)
);
create unique index groups_name_folded on groups (lower(name));

-- One row for each source that says so: taking a member away in one source leaves the others.
create table group_members (
  group_id uuid not null references groups (id),
  user_id uuid not null references users (id),
  source text not null,
  since_ts timestamp(3) with time zone not null,
  constraint group_members_pkey primary key (group_id, user_id, source),
  constraint group_members_source_check check (source in ('managed', 'scim', 'claim'))
);
create index group_members_by_user on group_members (user_id);

-- Roles that a person or a group was given in a sub-project. The document gives roles to people in sub_project_members.
create table sub_project_role_sources (
  sub_project_id uuid not null references sub_projects (id),
  member_kind text not null,
  member_id uuid not null,
  source text not null,
  roles text[] not null,
  since_ts timestamp(3) with time zone not null,
  set_by text not null,
  constraint sub_project_role_sources_pkey primary key (sub_project_id, member_kind, member_id, source),
  constraint sub_project_role_sources_member_kind_check check (member_kind in ('user', 'group')),
  constraint sub_project_role_sources_source_check check (source in ('document', 'managed'))
);
create index sub_project_role_sources_by_member on sub_project_role_sources (member_id);

-- Null in rows that an earlier version wrote.
alter table sub_project_members add column since_ts timestamp(3) with time zone;

-- Counts changes of members that no deployment made, so that every server sees them with the version it reads anyway.
alter table sub_projects add column members_number integer not null default 0;
