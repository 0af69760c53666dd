-- Components: who each is, how busy it says it is, and what our own processes measured.
alter table terminals
  -- Whether it is a process of this installation; the others have registered.
  add column is_own boolean not null default true,
  -- The account it signs its requests as.
  add column service_account_id uuid references users (id) on delete set null,
  -- What the last heartbeat said; null: it has said nothing yet.
  add column cpu_load double precision,
  add column memory_used double precision,
  add column disk_used double precision,
  -- What administrators have been told of already.
  add column told_problems text[] not null default '{}',
  -- When the keys of its storages were last written down as handed out.
  add column date_config_recorded timestamptz,
  -- Counters of a process of this installation, for the metrics; null: none.
  add column measures jsonb;
create unique index terminals_service_account on terminals (service_account_id) where service_account_id is not null;

-- How busy components were, in spans of 5 minutes and of an hour.
create table component_loads (
  terminal_id uuid not null references terminals (id) on delete cascade,
  -- Length, in seconds.
  span integer not null check (span in (300, 3600)),
  date_start timestamptz not null,
  samples integer not null,
  cpu_sum double precision not null,
  cpu_most double precision not null,
  memory_sum double precision not null,
  memory_most double precision not null,
  disk_most double precision not null,
  sessions_most integer not null,
  primary key (terminal_id, span, date_start)
);
create index component_loads_old on component_loads (span, date_start);
