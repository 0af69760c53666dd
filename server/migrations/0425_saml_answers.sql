-- Assertions of SAML: each is taken once while it is good, and waits for the browser it is about.

create table saml_answers (
  -- SHA-256 of issuer and identifier.
  digest bytea primary key check (length(digest) = 32),
  -- SHA-256 of what the browser asks by; null once it has.
  handle bytea unique check (length(handle) = 32),
  answer jsonb,
  date_posted timestamptz not null,
  date_expired timestamptz not null
);
create index saml_answers_expired on saml_answers (date_expired);
