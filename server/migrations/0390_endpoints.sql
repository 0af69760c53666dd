-- Where client programs connect to, and which address of a target leads to which of these endpoints.

create table endpoints (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 128),
  -- Empty: wherever the site is.
  host text not null default '' check (length(host) <= 256),
  -- 0: not offered here.
  https_port integer not null default 443 check (https_port between 0 and 65535),
  http_port integer not null default 80 check (http_port between 0 and 65535),
  -- Null: the port the gateway listens at.
  ssh_port integer default 2222 check (ssh_port between 0 and 65535),
  rdp_port integer not null default 3389 check (rdp_port between 0 and 65535),
  mysql_port integer not null default 33061 check (mysql_port between 0 and 65535),
  mariadb_port integer not null default 33062 check (mariadb_port between 0 and 65535),
  postgresql_port integer not null default 54320 check (postgresql_port between 0 and 65535),
  redis_port integer not null default 63790 check (redis_port between 0 and 65535),
  comment text not null default '',
  created_by text,
  updated_by text,
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  constraint endpoints_name_key unique (name)
);
insert into endpoints (id, name, https_port, http_port, ssh_port, created_by) values
  ('00000000-0000-0000-0000-000000000001', 'Default', 0, 0, null, 'System');

create table endpoint_rules (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 128),
  ip_group jsonb not null default '["*"]' check (jsonb_typeof(ip_group) = 'array'),
  priority integer not null default 50 check (priority between 1 and 100),
  endpoint_id uuid references endpoints (id) on delete set null,
  is_active boolean not null default true,
  comment text not null default '',
  created_by text,
  updated_by text,
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  constraint endpoint_rules_name_key unique (name),
  constraint endpoint_rules_priority_key unique (priority)
);
create index endpoint_rules_endpoint on endpoint_rules (endpoint_id);

-- The addresses of rules as numbers: those of IPv4 where IPv6 maps them to. Without bounds: every address, known or not.
create table endpoint_rule_ranges (
  rule_id uuid not null references endpoint_rules (id) on delete cascade,
  addresses numrange not null check (not isempty(addresses))
);
create index endpoint_rule_ranges_rule on endpoint_rule_ranges (rule_id);
create index endpoint_rule_ranges_addresses on endpoint_rule_ranges using gist (addresses);

-- The port at which each Oracle database is listened for.
create table oracle_ports (
  port integer primary key check (port between 1 and 65535),
  asset_id uuid not null unique references assets (id) on delete cascade
);
