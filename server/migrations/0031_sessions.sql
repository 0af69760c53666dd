-- Sessions carried by the gateway, what leads to them (connection tokens) and what acts on them (tasks).

create table terminals (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 128),
  type text not null,
  remote_addr text not null default '',
  comment text not null default '',
  is_deleted boolean not null default false,
  date_heartbeat timestamptz not null default now(),
  created_by text,
  updated_by text,
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  constraint terminals_name_key unique (name)
);

create table sessions (
  id uuid primary key,
  org_id uuid not null,
  -- Names as they were: a session outlives its user, asset and account.
  "user" text not null,
  user_id uuid,
  asset text not null,
  asset_id uuid,
  account text not null,
  account_id text not null,
  protocol text not null check (length(protocol) <= 16),
  type text not null default 'normal' check (type in ('normal', 'tunnel', 'command', 'sftp')),
  login_from text not null check (login_from in ('ST', 'RT', 'WT', 'DT')),
  remote_addr text not null default '',
  comment text not null default '',
  is_success boolean not null default false,
  is_finished boolean not null default false,
  is_locked boolean not null default false,
  has_replay boolean not null default false,
  has_command boolean not null default false,
  terminal_id uuid references terminals (id),
  date_start timestamptz not null,
  date_end timestamptz,
  -- When the gateway last said that it carries this session.
  date_active timestamptz not null default now(),
  -- Why it ended, a stable word.
  end_reason text,
  -- Below the data folder.
  recording_path text,
  -- Size and last hash of the closed recording: proof that nothing was cut off its end.
  recording_bytes bigint,
  recording_hash text,
  recording_duration bigint,
  check (not is_finished or date_end is not null)
);
create index sessions_org_start on sessions (org_id, date_start desc, id);
create index sessions_start on sessions (date_start desc, id);
create index sessions_user on sessions (user_id, date_start desc);
create index sessions_asset on sessions (asset_id, date_start desc);
create index sessions_unfinished on sessions (terminal_id, date_active) where not is_finished;
create index sessions_unfinished_org on sessions (org_id, date_start desc) where not is_finished;

create table session_tasks (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references sessions (id) on delete cascade,
  org_id uuid not null,
  name text not null check (name in ('kill_session', 'lock_session', 'unlock_session')),
  terminal_id uuid references terminals (id) on delete cascade,
  -- Who asked, as a person reads it.
  requested_by text not null,
  is_finished boolean not null default false,
  date_created timestamptz not null default now(),
  date_finished timestamptz
);
create index session_tasks_pending on session_tasks (date_created) where not is_finished;
create index session_tasks_session on session_tasks (session_id);

create table connection_tokens (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  asset_id uuid not null references assets (id) on delete cascade,
  -- Alias of the account: its name, or @INPUT, @USER, @ANON.
  account text not null,
  input_username text not null default '',
  input_secret_sealed text,
  value_sealed text not null,
  protocol text not null,
  connect_method text not null,
  connect_options jsonb not null default '{}' check (jsonb_typeof(connect_options) = 'object'),
  is_active boolean not null default true,
  is_reusable boolean not null default false,
  user_display text not null,
  asset_display text not null,
  date_expired timestamptz not null,
  -- Set when the gateway takes it; a token opens one session unless it is reusable.
  date_redeemed timestamptz,
  created_by text,
  updated_by text,
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now()
);
create index connection_tokens_user on connection_tokens (user_id, date_expired desc);
create index connection_tokens_expired on connection_tokens (date_expired);
create index connection_tokens_asset on connection_tokens (asset_id);

-- Host keys seen first are trusted from then on; another key is refused until a person resets the pin.
create table host_keys (
  id uuid primary key default gen_random_uuid(),
  asset_id uuid not null references assets (id) on delete cascade,
  host text not null,
  port integer not null check (port between 1 and 65535),
  algorithm text not null,
  public_key text not null,
  fingerprint text not null,
  date_pinned timestamptz not null default now(),
  -- The last key that was refused, so that a person can compare before resetting the pin.
  offered_fingerprint text,
  date_mismatch timestamptz,
  constraint host_keys_target_key unique (asset_id, host, port)
);
