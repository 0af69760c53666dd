-- Logout tokens that have been used: none is taken twice while it is good.

create table used_logout_tokens (
  -- SHA-256 of issuer and identifier.
  digest bytea primary key check (length(digest) = 32),
  date_expired timestamptz not null
);
create index used_logout_tokens_expired on used_logout_tokens (date_expired);
