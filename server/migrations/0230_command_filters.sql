-- Rules about commands: who may run what on which assets. What they say is read once for every access version; open
-- sessions are told of each change.
create table command_filter_acls (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null,
  name text not null check (length(name) between 1 and 128),
  priority integer not null check (priority between 1 and 100),
  action text not null check (action in ('reject', 'accept', 'review', 'warning')),
  -- Whether a line that cannot be read fits as if a group named it.
  only_readable boolean not null,
  is_active boolean not null,
  users jsonb not null check (jsonb_typeof(users) = 'object'),
  assets jsonb not null check (jsonb_typeof(assets) = 'object'),
  -- User names, and the alias @ALL.
  accounts jsonb not null check (jsonb_typeof(accounts) = 'array'),
  comment text not null default '',
  created_by text not null default '',
  updated_by text not null default '',
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  constraint command_filter_acls_name_key unique (org_id, name)
);
create table command_filter_acl_reviewers (
  rule_id uuid not null references command_filter_acls (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (rule_id, user_id)
);
create index command_filter_acl_reviewers_user on command_filter_acl_reviewers (user_id);
create table command_filter_acl_groups (
  rule_id uuid not null references command_filter_acls (id) on delete cascade,
  group_id uuid not null references command_groups (id) on delete cascade,
  primary key (rule_id, group_id)
);
create index command_filter_acl_groups_group on command_filter_acl_groups (group_id);

create function command_rules_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('acls.commands-changed', 'null');
  return null;
end
$$;

create trigger access_changed after insert or update or delete on command_filter_acls
  for each statement execute function bump_access_version();
create trigger access_changed after insert or update or delete on command_filter_acl_reviewers
  for each statement execute function bump_access_version();
create trigger access_changed after insert or update or delete on command_filter_acl_groups
  for each statement execute function bump_access_version();
create trigger access_changed after update or delete on command_groups
  for each statement execute function bump_access_version();
create trigger rules_changed after insert or update or delete on command_filter_acls
  for each statement execute function command_rules_changed();
create trigger rules_changed after insert or update or delete on command_filter_acl_groups
  for each statement execute function command_rules_changed();
create trigger rules_changed after update or delete on command_groups
  for each statement execute function command_rules_changed();
