-- People other systems know: who they are here, and which roles and groups follow from what those systems say.

create table user_source_links (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  source text not null check (length(source) between 1 and 32),
  -- Which system it is: the issuer, the entity or the server. A subject means nothing without it.
  issuer text not null check (length(issuer) <= 1024),
  subject text not null check (length(subject) between 1 and 1024),
  -- The roles and groups that rules gave: only these are taken back.
  granted jsonb not null default '[]' check (jsonb_typeof(granted) = 'array'),
  date_created timestamptz not null default now(),
  constraint user_source_links_subject unique (source, issuer, subject),
  constraint user_source_links_user unique (user_id, source, issuer)
);

create table source_rules (
  id uuid primary key default gen_random_uuid(),
  source text not null check (length(source) between 1 and 32),
  attribute text not null default 'groups' check (length(attribute) between 1 and 256),
  value text not null check (length(value) between 1 and 1024),
  role_id uuid references roles (id) on delete cascade,
  -- Where a role of organizations is given.
  org_id uuid references organizations (id) on delete cascade,
  group_id uuid references user_groups (id) on delete cascade,
  comment text not null default '',
  created_by text,
  updated_by text,
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  -- A rule that gives nothing would be one nobody can see the effect of.
  constraint source_rules_gives check ((role_id is null) <> (group_id is null))
);
create index source_rules_source on source_rules (source);
create index source_rules_role on source_rules (role_id);
create index source_rules_org on source_rules (org_id);
create index source_rules_group on source_rules (group_id);
