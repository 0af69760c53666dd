-- Access keys: requests are signed with the secret, which is therefore kept sealed and not hashed.
create table access_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  secret_sealed text not null,
  is_active boolean not null default true,
  -- Addresses, networks and ranges the key may be used from; `*` is everywhere.
  ip_group jsonb not null default '["*"]' check (jsonb_typeof(ip_group) = 'array'),
  date_created timestamptz not null default now(),
  date_last_used timestamptz
);
create index access_keys_user on access_keys (user_id, date_created desc);

-- Signatures that wrote something, kept until their date is too old to be taken anyway.
create table used_signatures (
  hash bytea primary key,
  date_expired timestamptz not null
);
create index used_signatures_expired on used_signatures (date_expired);

-- One permanent token a user, as a hash: it is shown once, when it is made.
create table private_tokens (
  user_id uuid primary key references users (id) on delete cascade,
  hash bytea not null unique,
  date_created timestamptz not null default now(),
  date_last_used timestamptz
);

-- Passwords that open one sign-in and are forgotten. Found by the hash, shown to their owner from the sealed value.
create table temporary_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  hash bytea not null unique,
  secret_sealed text not null,
  -- The password the token was made under: a later one ends it.
  date_password timestamptz,
  date_verified timestamptz,
  date_expired timestamptz not null,
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now()
);
create index temporary_tokens_user on temporary_tokens (user_id, date_created desc);
create index temporary_tokens_expired on temporary_tokens (date_expired);
