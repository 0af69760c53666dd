-- Keys of sign-in links: each signs one user in once.

create table sso_keys (
  -- SHA-256 of the key; the key itself is in the link alone.
  digest bytea primary key check (length(digest) = 32),
  user_id uuid not null references users (id) on delete cascade,
  date_expired timestamptz not null
);
create index sso_keys_user on sso_keys (user_id);
create index sso_keys_expired on sso_keys (date_expired);
