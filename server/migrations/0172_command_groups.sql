-- Commands and expressions that rules about commands name together.
create table command_groups (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null,
  name text not null check (length(name) between 1 and 128),
  type text not null check (type in ('command', 'regex')),
  content text not null check (content <> ''),
  ignore_case boolean not null,
  comment text not null default '',
  created_by text not null default '',
  updated_by text not null default '',
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  constraint command_groups_name_key unique (org_id, name)
);
