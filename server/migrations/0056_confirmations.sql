-- When a caller last proved who they are, by the credential they work with (SHA-256 of a session cookie or token).
create table confirmations (
  credential_key bytea not null,
  level smallint not null check (level in (1, 2, 3)),
  date_confirmed timestamptz not null default now(),
  primary key (credential_key, level)
);
create index confirmations_time on confirmations (date_confirmed);

-- The latest password sign-in that renewed a token: what "signed in lately" goes by.
alter table bearer_tokens add column date_signed_in timestamptz not null default now();

-- The time step of the last one-time code taken from a user: no code is taken twice, nor one older than it.
create table otp_uses (
  user_id uuid primary key references users (id) on delete cascade,
  step bigint not null
);
