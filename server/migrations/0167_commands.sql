-- What was run in sessions, and where such records are kept.

create table command_storages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 128),
  -- server: this database; null: nothing is kept.
  type text not null check (type in ('server', 'null')),
  meta jsonb not null default '{}' check (jsonb_typeof(meta) = 'object'),
  is_default boolean not null default false,
  comment text not null default '',
  created_by text,
  updated_by text,
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  constraint command_storages_name_key unique (name)
);
create unique index command_storages_default on command_storages (is_default) where is_default;
insert into command_storages (name, type, is_default, created_by) values
  ('default', 'server', true, 'System'),
  ('null', 'null', false, 'System');

alter table terminals add column command_storage text not null default 'default'
  check (length(command_storage) between 1 and 128);

create table commands (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null,
  -- Not a reference: components may tell of commands before their session, and both are cleaned by date.
  session_id uuid not null,
  -- Names as they were.
  "user" text not null,
  asset text not null,
  account text not null,
  -- The beginning of the command, as lists and files show it, and all of it that is kept.
  input text not null check (length(input) <= 128),
  command text not null check (length(command) <= 2048),
  output text not null check (length(output) <= 1024),
  risk_level smallint not null default 0 check (risk_level in (0, 4, 5, 6, 7, 8)),
  -- How it was known: exact (told by itself), marks (of the shell), screen (as it was shown).
  source text not null check (source in ('exact', 'marks', 'screen')),
  date_executed timestamptz not null,
  -- Hours since 1970, by which rows are counted.
  hour integer not null generated always as (
    floor(extract(epoch from (date_executed at time zone 'UTC')) / 3600)::integer
  ) stored
);
create index commands_org_date on commands (org_id, date_executed desc, id);
create index commands_date on commands (date_executed desc, id);
create index commands_session on commands (session_id, date_executed, id);
create index commands_user on commands (org_id, "user" text_pattern_ops, date_executed desc);
create index commands_asset on commands (org_id, asset, date_executed desc);
create index commands_account on commands (org_id, account, date_executed desc);
create index commands_risk on commands (org_id, risk_level, date_executed desc) where risk_level > 0;
create index commands_text on commands using gin (command gin_trgm_ops);
select track_row_counts('commands', 'hour');
