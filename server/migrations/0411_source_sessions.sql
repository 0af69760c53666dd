-- Sessions that began at another system: where they are ended together, and by what they are asked for.

create table source_sessions (
  session_key bytea primary key references http_sessions (key) on delete cascade,
  source text not null check (length(source) between 1 and 32),
  issuer text not null,
  subject text not null,
  -- The system's own name of its session; null where it names none.
  sid text,
  -- What proves the session there, sealed; null where nothing does.
  sealed text
);
create index source_sessions_sid on source_sessions (source, issuer, sid);
create index source_sessions_subject on source_sessions (source, issuer, subject);
