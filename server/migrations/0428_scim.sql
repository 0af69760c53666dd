-- Directories that send their people and groups by SCIM.

create table scim_sources (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 128),
  -- Everything a source sends has its place here, and nothing of another organization is its own.
  org_id uuid not null references organizations (id) on delete cascade,
  -- How the people sign in, and whose rules of roles and groups hold for them.
  user_source text not null check (length(user_source) between 1 and 32),
  is_active boolean not null default true,
  -- Whether people and groups who are here already become those of the source.
  links_existing boolean not null default false,
  on_delete text not null default 'disable' check (on_delete in ('disable', 'remove')),
  ip_group jsonb not null default '["*"]' check (jsonb_typeof(ip_group) = 'array'),
  -- SHA-256 of the token; null when there is none.
  token_hash bytea unique check (length(token_hash) = 32),
  date_token_created timestamptz,
  -- Null: the token does not run out.
  date_expired timestamptz,
  date_last_used timestamptz,
  comment text not null default '',
  created_by text,
  updated_by text,
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  constraint scim_sources_name_key unique (name)
);
create index scim_sources_org on scim_sources (org_id);

create table scim_users (
  -- The identifier the directory knows, and the subject of the link.
  id uuid primary key default gen_random_uuid(),
  source_id uuid not null references scim_sources (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  external_id text check (length(external_id) between 1 and 1024),
  -- What the source says beside what a user has.
  said jsonb not null default '{}' check (jsonb_typeof(said) = 'object'),
  -- Whether the source made the user, or found them here.
  is_made boolean not null,
  -- Whether the source shut them out: only then may it let them in again.
  is_shut boolean not null default false,
  -- Deleted by the source: kept to know who comes back.
  date_left timestamptz,
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  constraint scim_users_user unique (source_id, user_id)
);
create index scim_users_of_user on scim_users (user_id);
create index scim_users_external on scim_users (source_id, external_id);
create index scim_users_order on scim_users (source_id, date_created, id) where date_left is null;

create table scim_groups (
  id uuid primary key default gen_random_uuid(),
  source_id uuid not null references scim_sources (id) on delete cascade,
  group_id uuid not null references user_groups (id) on delete cascade,
  external_id text check (length(external_id) between 1 and 1024),
  is_made boolean not null,
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  -- Two sources would take each other's members out.
  constraint scim_groups_group unique (group_id)
);
create index scim_groups_source on scim_groups (source_id, date_created, id);
create index scim_groups_external on scim_groups (source_id, external_id);
