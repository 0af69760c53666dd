-- Somebody who forgot their password, on the way to a link that sets another. Whether the user exists is not looked
-- at before a mail is written, so rows of invented names are here as well.
create table recovery_requests (
  token_hash bytea primary key,
  username text not null,
  -- The address the last code was asked for, in lower case.
  email text,
  code_hash bytea,
  sends smallint not null default 0,
  guesses smallint not null default 0,
  date_sent timestamptz,
  date_code_expired timestamptz,
  date_created timestamptz not null default now(),
  date_expired timestamptz not null
);
create index recovery_requests_pair on recovery_requests (username, email, date_created);
create index recovery_requests_created on recovery_requests (date_created);
