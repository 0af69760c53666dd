-- The authority has a key for each purpose: a certificate of a person must open no account of a target, whatever its
-- user name, and one for a target must not open the gateway.
alter table ssh_authority_keys add column purpose text not null default 'accounts'
  check (purpose in ('accounts', 'people'));
-- Since when another key signs; what it has signed is trusted until it ends.
alter table ssh_authority_keys add column date_retired timestamptz;
drop index ssh_authority_keys_one;
create unique index ssh_authority_keys_one on ssh_authority_keys (purpose) where date_retired is null;

-- Certificates of people's SSH keys for the gateway, kept here so that clients need not have them. What is not here
-- opens nothing, whoever signed it.
create table user_certificates (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- Of the key, SHA256:…, as ssh-keygen shows it.
  fingerprint text not null,
  -- As a decimal number.
  serial text not null unique,
  -- As a file of OpenSSH has it: its type and the certificate, base64.
  certificate text not null,
  -- The second factor with which its owner had it signed.
  factor text not null,
  remote_address text not null,
  -- What asked: the SSH client, or empty for the profile page.
  client text not null default '',
  -- The password in force then; with another one it counts no more.
  date_password timestamptz,
  date_created timestamptz not null default now(),
  date_expired timestamptz not null,
  date_last_used timestamptz
);
create index user_certificates_keys on user_certificates (user_id, fingerprint);
create index user_certificates_ends on user_certificates (date_expired);

-- SSH clients that wait until somebody allows them in the browser.
create table ssh_sign_in_requests (
  id uuid primary key default gen_random_uuid(),
  -- SHA-256 of what the link has.
  token_hash bytea not null unique,
  -- What the terminal shows and the page asks for.
  code text not null,
  -- As it was given: nobody is looked up before the link is opened.
  username text not null,
  remote_address text not null,
  client text not null,
  -- Public keys that the client offered and nobody has stored, in turn.
  keys text[] not null default '{}',
  state text not null default 'pending' check (state in ('pending', 'allowed', 'refused', 'used')),
  wrong_codes integer not null default 0,
  user_id uuid references users on delete cascade,
  -- The second factor with which it was allowed.
  factor text,
  date_created timestamptz not null default now(),
  date_expired timestamptz not null
);
create index ssh_sign_in_requests_addresses on ssh_sign_in_requests (remote_address) where state = 'pending';
create index ssh_sign_in_requests_ends on ssh_sign_in_requests (date_expired);
