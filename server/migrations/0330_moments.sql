-- What was shown in recordings, so that any moment of them is found. docs/decisions/0019-finding-moments.md.

-- What texts are sealed under and their parts are hashed with; itself sealed with the key of the installation.
create table moment_keys (
  id smallint primary key default 1 check (id = 1),
  key_sealed text not null,
  date_created timestamptz not null default now()
);

-- How far each recording is covered.
create table recording_moments (
  session_id uuid primary key references sessions on delete cascade,
  -- The form in which it is kept; another one than the product's is made anew.
  form smallint not null,
  -- Parts of the recording's index that are covered.
  parts integer not null default 0 check (parts >= 0),
  chunks integer not null default 0 check (chunks >= 0),
  is_whole boolean not null default false,
  -- Bytes of text that are covered, and bytes that are kept for it.
  text_bytes bigint not null default 0,
  kept_bytes bigint not null default 0
);

-- Lines that were shown one after the other, and what may be among them.
create table moment_chunks (
  session_id uuid not null references recording_moments on delete cascade,
  -- Counts down from 0: newest session first, and in it the earliest lines first, is one order.
  place integer not null check (place <= 0),
  org_id uuid not null,
  -- Start of the session, in microseconds since 1970.
  started bigint not null,
  -- Moments of the first and last line, in microseconds since then.
  begins bigint not null,
  ends bigint not null,
  -- Bits that are set for each part of a word; how many there are.
  bits integer not null check (bits > 0),
  signature bytea not null,
  primary key (session_id, place)
);
-- Looked at in every row, so it stays in it.
alter table moment_chunks alter column signature set storage main;
create index moment_chunks_order on moment_chunks (started, session_id, place);
create index moment_chunks_org on moment_chunks (org_id, started, session_id, place);

-- The lines themselves, compressed, and sealed under the key of moment_keys: the installation key rotates without them.
create table moment_texts (
  session_id uuid not null,
  place integer not null,
  content bytea not null,
  primary key (session_id, place),
  foreign key (session_id, place) references moment_chunks on delete cascade
);
alter table moment_texts alter column content set storage external;
