-- Passkeys: public keys of authenticators. What is here lets nobody in.
create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  name text not null check (length(name) between 1 and 64),
  -- Id the authenticator gave the credential, unique in the world.
  credential_id bytea not null constraint passkeys_credential_id_key unique,
  public_key bytea not null,
  -- Signatures made, where the authenticator counts them; else 0.
  counter bigint not null default 0,
  -- The name of the site it was made for: under another one no browser offers it.
  rp_id text not null,
  transports text[] not null default '{}',
  -- Whether it is kept by more than one device.
  is_synced boolean not null default false,
  date_created timestamptz not null default now(),
  date_last_used timestamptz
);
create index passkeys_user on passkeys (user_id);

-- Challenges that were answered: none is taken twice, on whichever node.
create table passkey_challenge_uses (
  hash bytea primary key,
  date_expired timestamptz not null
);
create index passkey_challenge_uses_expired on passkey_challenge_uses (date_expired);

-- Codes for the day an authenticator is lost, each good for one time.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  hash bytea not null,
  date_created timestamptz not null default now(),
  date_used timestamptz,
  primary key (user_id, hash)
);

-- The code that was last sent to somebody; it lives for a moment.
create table sent_codes (
  user_id uuid not null references users (id) on delete cascade,
  factor text not null,
  hash bytea not null,
  tries smallint not null default 0,
  date_expired timestamptz not null,
  primary key (user_id, factor)
);
