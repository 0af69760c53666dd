-- Backups of accounts by plan: the secrets go to people by mail, in halves where two people are to be needed.

create table account_backup_plans (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null,
  name text not null check (length(name) between 1 and 128),
  is_periodic boolean not null default true,
  -- Five fields in the server's time zone; goes before the interval.
  crontab text check (length(crontab) between 1 and 128),
  -- Hours.
  "interval" integer check ("interval" between 1 and 65535),
  -- Types of assets.
  types jsonb not null default '[]' check (jsonb_typeof(types) = 'array'),
  comment text not null default '',
  created_by text not null default '',
  updated_by text not null default '',
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  check (not is_periodic or crontab is not null or "interval" is not null),
  constraint account_backup_plans_name_key unique (org_id, name)
);

create table account_backup_recipients (
  plan_id uuid not null references account_backup_plans (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- Which half of each secret they get, where there are recipients of both.
  part text not null check (part in ('one', 'two')),
  primary key (plan_id, part, user_id)
);
create index account_backup_recipients_user on account_backup_recipients (user_id);

create table account_backup_executions (
  -- That of the execution of the task, whose log it opens.
  id uuid primary key,
  org_id uuid not null,
  -- What is left when its plan is deleted.
  plan_id uuid not null,
  plan_name text not null,
  "trigger" text not null check ("trigger" in ('manual', 'timing')),
  snapshot jsonb not null default '{}' check (jsonb_typeof(snapshot) = 'object'),
  reason text not null default '-' check (length(reason) <= 1024),
  is_success boolean not null default false,
  date_created timestamptz not null default now(),
  -- When it was asked for, until it begins.
  date_start timestamptz not null default now(),
  date_finished timestamptz
);
create index account_backup_executions_list
  on account_backup_executions (org_id, date_start desc nulls last, id);
create index account_backup_executions_plan
  on account_backup_executions (plan_id, date_start desc nulls last, id);
create index account_backup_executions_open
  on account_backup_executions (date_created) where date_finished is null;
