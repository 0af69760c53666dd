-- Rules about signing in, about connecting to assets and about the ways of connecting. What they say is read once for
-- every access version, so each change moves it on.

-- Who may sign in, from where and when.
create table login_acls (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 128),
  priority integer not null check (priority between 1 and 100),
  action text not null check (action in ('reject', 'accept', 'review')),
  is_active boolean not null,
  users jsonb not null check (jsonb_typeof(users) = 'object'),
  rules jsonb not null check (jsonb_typeof(rules) = 'object'),
  comment text not null default '',
  created_by text not null default '',
  updated_by text not null default '',
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  constraint login_acls_name_key unique (name)
);
create table login_acl_reviewers (
  rule_id uuid not null references login_acls (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (rule_id, user_id)
);
create index login_acl_reviewers_user on login_acl_reviewers (user_id);

-- Who may connect to which assets with which accounts, from where and when.
create table login_asset_acls (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null,
  name text not null check (length(name) between 1 and 128),
  priority integer not null check (priority between 1 and 100),
  action text not null check (action in ('reject', 'accept', 'review')),
  is_active boolean not null,
  users jsonb not null check (jsonb_typeof(users) = 'object'),
  assets jsonb not null check (jsonb_typeof(assets) = 'object'),
  -- User names, and the aliases @ALL, @INPUT, @USER and @ANON.
  accounts jsonb not null check (jsonb_typeof(accounts) = 'array'),
  rules jsonb not null check (jsonb_typeof(rules) = 'object'),
  comment text not null default '',
  created_by text not null default '',
  updated_by text not null default '',
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  constraint login_asset_acls_name_key unique (org_id, name)
);
create table login_asset_acl_reviewers (
  rule_id uuid not null references login_asset_acls (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (rule_id, user_id)
);
create index login_asset_acl_reviewers_user on login_asset_acl_reviewers (user_id);

-- Who may not use which ways of connecting.
create table connect_method_acls (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 128),
  priority integer not null check (priority between 1 and 100),
  action text not null check (action = 'reject'),
  is_active boolean not null,
  users jsonb not null check (jsonb_typeof(users) = 'object'),
  connect_methods jsonb not null check (jsonb_typeof(connect_methods) = 'array'),
  comment text not null default '',
  created_by text not null default '',
  updated_by text not null default '',
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  constraint connect_method_acls_name_key unique (name)
);
create table connect_method_acl_reviewers (
  rule_id uuid not null references connect_method_acls (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (rule_id, user_id)
);
create index connect_method_acl_reviewers_user on connect_method_acl_reviewers (user_id);

create trigger access_changed after insert or update or delete on login_acls
  for each statement execute function bump_access_version();
create trigger access_changed after insert or update or delete on login_acl_reviewers
  for each statement execute function bump_access_version();
create trigger access_changed after insert or update or delete on login_asset_acls
  for each statement execute function bump_access_version();
create trigger access_changed after insert or update or delete on login_asset_acl_reviewers
  for each statement execute function bump_access_version();
create trigger access_changed after insert or update or delete on connect_method_acls
  for each statement execute function bump_access_version();
