-- How many system messages of a kind a receiver got since when, and those that wait to be told together.
create table system_message_windows (
  message_type text not null,
  -- `user:` with an id, or `room:` with a name.
  receiver text not null,
  began timestamptz not null,
  sent integer not null check (sent > 0),
  primary key (message_type, receiver)
);

create table system_message_gathered (
  id uuid primary key,
  place bigint generated always as identity,
  message_type text not null,
  receiver text not null,
  -- What happened, in a line of each language.
  summary_sealed text not null,
  date_created timestamptz not null,
  -- When the window ends, and they are told.
  due timestamptz not null
);
create index system_message_gathered_due on system_message_gathered (due, message_type, receiver);
