create table organizations (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 128),
  comment text not null default '',
  created_by text,
  updated_by text,
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  constraint organizations_name_key unique (name),
  -- The organization above all others is virtual.
  check (id <> '00000000-0000-0000-0000-000000000000')
);
create trigger access_changed after insert or update or delete on organizations
  for each statement execute function bump_access_version();

insert into organizations (id, name, created_by) values
  ('00000000-0000-0000-0000-000000000002', 'Default', 'System'),
  ('00000000-0000-0000-0000-000000000004', 'SYSTEM', 'System');
