create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  username text not null check (length(username) between 1 and 128),
  email text not null check (length(email) between 1 and 128),
  password_hash text,
  public_key text not null default '',
  wechat text not null default '',
  -- Country code and national number: '+86 13800000000'.
  phone text check (phone ~ '^\+\d{1,4} \d{4,15}$'),
  mfa_level smallint not null default 0 check (mfa_level in (0, 1, 2)),
  source text not null default 'local' check (source in
    ('local', 'ldap', 'openid', 'radius', 'cas', 'saml2', 'oauth2', 'wecom', 'dingtalk', 'feishu', 'custom')),
  wecom_id text,
  dingtalk_id text,
  feishu_id text,
  comment text not null default '',
  is_service_account boolean not null default false,
  is_active boolean not null default true,
  is_first_login boolean not null default true,
  need_update_password boolean not null default false,
  otp_secret_sealed text,
  date_expired timestamptz,
  date_joined timestamptz not null default now(),
  last_login timestamptz,
  date_password_last_updated timestamptz,
  created_by text,
  updated_by text,
  date_updated timestamptz not null default now(),
  constraint users_username_key unique (username),
  constraint users_email_key unique (email),
  constraint users_wecom_id_key unique (wecom_id),
  constraint users_dingtalk_id_key unique (dingtalk_id),
  constraint users_feishu_id_key unique (feishu_id)
);
create index users_name on users (name);
create index users_search on users using gin ((username || ' ' || email || ' ' || name) gin_trgm_ops);

-- Only what principals and permissions depend on: a sign-in must not empty every cache.
create trigger access_changed after insert or delete or update of
  name, username, is_active, is_service_account, date_expired, password_hash, mfa_level on users
  for each statement execute function bump_access_version();

create table password_history (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id) on delete cascade,
  password_hash text not null,
  date_created timestamptz not null default now()
);
create index password_history_user on password_history (user_id, date_created desc);

create table password_change_logs (
  id uuid primary key default gen_random_uuid(),
  username text not null,
  "user" text not null,
  change_by text not null,
  remote_addr text not null,
  datetime timestamptz not null default now()
);
create index password_change_logs_time on password_change_logs (datetime desc);

create table user_groups (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references organizations (id),
  name text not null check (length(name) between 1 and 128),
  comment text not null default '',
  created_by text,
  updated_by text,
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  constraint user_groups_name_key unique (org_id, name)
);

create table user_group_members (
  id integer generated always as identity primary key,
  user_id uuid not null references users (id) on delete cascade,
  usergroup_id uuid not null references user_groups (id) on delete cascade,
  constraint user_group_members_user_key unique (user_id, usergroup_id)
);
create index user_group_members_group on user_group_members (usergroup_id);

-- Failed sign-ins. A counter per user name and address; one with an empty user name counts the address alone.
create table login_failures (
  kind text not null check (kind in ('login', 'mfa')),
  username text not null,
  remote_addr text not null,
  failures integer not null,
  date_expired timestamptz not null,
  primary key (kind, username, remote_addr)
);
create index login_failures_expired on login_failures (date_expired);

-- User names locked for every address.
create table login_blocks (
  kind text not null check (kind in ('login', 'mfa')),
  username text not null,
  date_expired timestamptz not null,
  primary key (kind, username)
);
create index login_blocks_expired on login_blocks (date_expired);
