-- What people run on assets on demand or by a schedule: templates, jobs, and their executions with what each host said.

create table ops_adhocs (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null,
  creator_id uuid not null references users (id) on delete cascade,
  name text not null check (length(name) between 1 and 128),
  module text not null check (module in ('shell', 'win_shell', 'python')),
  args text not null default '' check (length(args) <= 8192),
  comment text default '' check (length(comment) <= 1024),
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  constraint ops_adhocs_name_key unique (creator_id, org_id, name)
);

create table ops_jobs (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null,
  creator_id uuid not null references users (id) on delete cascade,
  -- Where its owner last saved it from: rules look at it when the clock runs it.
  remote_addr text not null default '',
  name text not null check (length(name) between 1 and 128),
  instant boolean not null default false,
  type text not null default 'adhoc' check (type = 'adhoc'),
  module text default 'shell' check (module in ('shell', 'win_shell', 'python')),
  args text default '' check (length(args) <= 8192),
  runas text not null default 'root' check (length(runas) between 1 and 128),
  runas_policy text not null default 'skip' check (runas_policy in ('skip', 'privileged_first', 'privileged_only')),
  use_parameter_define boolean not null default false,
  parameters_define jsonb not null default '{}',
  -- Seconds; -1: none.
  timeout integer not null default -1 check (timeout = -1 or timeout between 1 and 86400),
  chdir text default '' check (length(chdir) <= 1024),
  comment text default '' check (length(comment) <= 1024),
  is_periodic boolean not null default true,
  -- Five fields in the server's time zone; goes before the interval.
  crontab text check (length(crontab) between 1 and 128),
  -- Hours.
  "interval" integer check ("interval" between 1 and 65535),
  version integer not null default 0,
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  check (not is_periodic or crontab is not null or "interval" is not null),
  constraint ops_jobs_name_key unique (creator_id, org_id, name)
);

create table ops_job_assets (
  job_id uuid not null references ops_jobs (id) on delete cascade,
  asset_id uuid not null references assets (id) on delete cascade,
  primary key (job_id, asset_id)
);
create index ops_job_assets_asset on ops_job_assets (asset_id);

create table ops_job_executions (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null,
  -- Whose rights it runs by. Executions stay when the person goes.
  creator_id uuid not null,
  -- Of the execution of the task, whose log it opens.
  task_id uuid not null unique,
  -- Null once the job is deleted.
  job_id uuid references ops_jobs (id) on delete set null,
  job_name text not null,
  job_type text not null,
  job_version integer not null,
  material text not null check (length(material) <= 8300),
  -- The job as it was: module, args, runas, runas_policy, timeout, chdir, defaults of its parameters, assets.
  snapshot jsonb not null check (jsonb_typeof(snapshot) = 'object'),
  parameters jsonb not null default '{}',
  remote_addr text not null default '',
  -- The one whose failed hosts this one runs again.
  retry_of uuid,
  status text not null default 'running' check (status in ('running', 'success', 'timeout', 'failed')),
  summary jsonb not null default '{}' check (jsonb_typeof(summary) = 'object'),
  date_created timestamptz not null default now(),
  date_start timestamptz,
  date_finished timestamptz
);
create index ops_job_executions_own on ops_job_executions (creator_id, org_id, date_created desc nulls last, id);
create index ops_job_executions_job on ops_job_executions (job_id, date_created desc nulls last);
create index ops_job_executions_open on ops_job_executions (date_created) where date_finished is null;

create table ops_job_hosts (
  execution_id uuid not null references ops_job_executions (id) on delete cascade,
  -- Assets come and go; what ran on them stays.
  asset_id uuid not null,
  position integer not null,
  name text not null,
  account text not null default '',
  state text not null default 'waiting'
    check (state in ('waiting', 'running', 'ok', 'failed', 'unreachable', 'refused', 'excluded', 'stopped')),
  -- Of the program; null where none ended.
  exit_code integer,
  -- Why, where it is not the program's status alone.
  reason text not null default '',
  session_id uuid,
  -- Characters the host said, and whether what is kept of it was cut.
  output_size bigint not null default 0,
  is_cut boolean not null default false,
  date_start timestamptz,
  date_finished timestamptz,
  primary key (execution_id, asset_id)
);
create index ops_job_hosts_position on ops_job_hosts (execution_id, position);

create table ops_job_outputs (
  execution_id uuid not null,
  asset_id uuid not null,
  -- Characters before it.
  position integer not null,
  content text not null,
  primary key (execution_id, asset_id, position),
  foreign key (execution_id, asset_id) references ops_job_hosts (execution_id, asset_id) on delete cascade
);

-- Sessions of jobs are a kind of their own.
alter table sessions drop constraint sessions_login_from_check;
alter table sessions add constraint sessions_login_from_check
  check (login_from in ('ST', 'RT', 'WT', 'DT', 'JB')) not valid;
alter table sessions validate constraint sessions_login_from_check;
