-- What is done with accounts by plan: pushing them, changing their secrets, looking for them on assets.

create table account_automations (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null,
  type text not null check (type in ('change_secret', 'push_account', 'gather_accounts')),
  name text not null check (length(name) between 1 and 128),
  -- User names.
  accounts jsonb not null default '[]' check (jsonb_typeof(accounts) = 'array'),
  is_active boolean not null default true,
  is_periodic boolean not null default true,
  -- Five fields in the server's time zone; goes before the interval.
  crontab text check (length(crontab) between 1 and 128),
  -- Hours.
  "interval" integer check ("interval" between 1 and 65535),
  secret_type text check (secret_type in ('password', 'ssh_key')),
  secret_strategy text check (secret_strategy in ('specific', 'random')),
  secret_sealed text,
  password_rules jsonb not null default '{}' check (jsonb_typeof(password_rules) = 'object'),
  ssh_key_change_strategy text not null default 'add' check (ssh_key_change_strategy in ('add', 'set', 'set_jms')),
  -- By the id of a platform's method.
  params jsonb not null default '{}' check (jsonb_typeof(params) = 'object'),
  is_sync_account boolean not null default false,
  comment text not null default '',
  created_by text not null default '',
  updated_by text not null default '',
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  check (type = 'gather_accounts' or (secret_type is not null and secret_strategy is not null)),
  check (not is_periodic or crontab is not null or "interval" is not null),
  constraint account_automations_name_key unique (org_id, type, name)
);

create table account_automation_assets (
  automation_id uuid not null references account_automations (id) on delete cascade,
  asset_id uuid not null references assets (id) on delete cascade,
  primary key (automation_id, asset_id)
);
create index account_automation_assets_asset on account_automation_assets (asset_id);

create table account_automation_nodes (
  automation_id uuid not null references account_automations (id) on delete cascade,
  node_id uuid not null references nodes (id) on delete cascade,
  primary key (automation_id, node_id)
);
create index account_automation_nodes_node on account_automation_nodes (node_id);

create table account_automation_recipients (
  automation_id uuid not null references account_automations (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (automation_id, user_id)
);
create index account_automation_recipients_user on account_automation_recipients (user_id);

create table account_automation_executions (
  -- That of the execution of the task, whose log it opens.
  id uuid primary key,
  org_id uuid not null,
  type text not null check (type in ('change_secret', 'push_account', 'gather_accounts')),
  -- What is left when its plan is deleted.
  automation_id uuid not null,
  automation_name text not null,
  "trigger" text not null check ("trigger" in ('manual', 'timing')),
  status text not null default 'pending' check (status in ('pending', 'running', 'success', 'failed')),
  -- What it was told to do; nothing secret.
  snapshot jsonb not null default '{}' check (jsonb_typeof(snapshot) = 'object'),
  date_created timestamptz not null default now(),
  -- When it was asked for, until it begins.
  date_start timestamptz not null default now(),
  date_finished timestamptz
);
create index account_automation_executions_list
  on account_automation_executions (org_id, type, date_start desc nulls last, id);
create index account_automation_executions_automation
  on account_automation_executions (automation_id, date_start desc nulls last, id);
create index account_automation_executions_open
  on account_automation_executions (date_created) where date_finished is null;
