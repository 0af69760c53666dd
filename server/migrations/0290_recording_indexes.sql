-- Recordings for whose index nothing is left to do: the index lies beside the recording.
create table recording_indexes (
  session_id uuid primary key references sessions on delete cascade,
  -- False: the recording was changed or is missing.
  is_readable boolean not null,
  date_indexed timestamptz not null default now()
);
