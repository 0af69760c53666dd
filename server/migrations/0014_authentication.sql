-- Bearer tokens. The token is derived from `seed` and the installation key; a copy of this table opens nothing.
create table bearer_tokens (
  hash bytea primary key,
  seed bytea not null,
  user_id uuid not null references users (id) on delete cascade,
  remote_addr text not null,
  -- The password the token was issued under: a later one ends it.
  date_password timestamptz,
  date_created timestamptz not null default now(),
  date_expired timestamptz not null
);
create index bearer_tokens_user on bearer_tokens (user_id, remote_addr);
create index bearer_tokens_expired on bearer_tokens (date_expired);

create table login_logs (
  id uuid primary key default gen_random_uuid(),
  username text not null,
  type text not null check (type in ('W', 'T', 'U')),
  ip text not null,
  city text not null default '',
  user_agent text not null default '',
  mfa smallint not null default 2 check (mfa in (0, 1, 2)),
  reason text not null default '',
  backend text not null default '',
  status boolean not null,
  datetime timestamptz not null default now()
);
create index login_logs_time on login_logs (datetime desc);
create index login_logs_username on login_logs (username, datetime desc);
