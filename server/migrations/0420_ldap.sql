-- The directory: what it said of people when it was last asked, whom of them we have imported, and tests of its settings.

create table ldap_people (
  -- As it is compared: nobody tells two usernames apart by capitals or width.
  username_key text primary key,
  username text not null check (length(username) <= 1024),
  subject text not null,
  dn text not null,
  name text not null,
  email text not null,
  phone text not null,
  comment text not null,
  is_active boolean,
  groups jsonb not null check (jsonb_typeof(groups) = 'array'),
  refresh bigint not null
);
create index ldap_people_refresh on ldap_people (refresh);

create sequence ldap_refresh_numbers;

-- One row: how reading everybody goes, or went.
create table ldap_refreshes (
  id integer primary key check (id = 1),
  refresh bigint not null,
  date_started timestamptz not null default now(),
  date_seen timestamptz not null default now(),
  date_finished timestamptz,
  people integer not null default 0,
  problem text,
  said text not null default ''
);

create table ldap_imports (
  user_id uuid primary key references users (id) on delete cascade,
  issuer text not null,
  subject text not null,
  -- Of what the directory said and where it was imported to: the same again changes nothing.
  digest bytea not null,
  refresh bigint not null,
  -- The groups the directory put the user in: only these are taken back.
  groups uuid[] not null default '{}',
  -- Since when the user is disabled because the directory does not have the person, or has them disabled.
  date_left timestamptz
);
create index ldap_imports_issuer on ldap_imports (issuer, refresh);

create table ldap_checks (
  user_id uuid primary key references users (id) on delete cascade,
  number uuid not null default gen_random_uuid(),
  date_started timestamptz not null default now(),
  date_finished timestamptz,
  status integer,
  answer text not null default ''
);
