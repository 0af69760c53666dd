-- Where recordings are kept beside this machine, and what of them is there.

create table replay_storages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 128),
  -- server: the data folder; null: nothing is kept; the others speak the protocols of S3 and of Azure Blob.
  type text not null check (type in ('null', 'server', 's3', 'ceph', 'swift', 'oss', 'azure', 'obs', 'cos')),
  meta jsonb not null default '{}' check (jsonb_typeof(meta) = 'object'),
  -- The secret key, sealed; empty where there is none.
  secret_sealed text not null default '',
  is_default boolean not null default false,
  comment text not null default '',
  created_by text,
  updated_by text,
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  constraint replay_storages_name_key unique (name)
);
create unique index replay_storages_default on replay_storages (is_default) where is_default;
insert into replay_storages (name, type, is_default, created_by) values
  ('default', 'server', true, 'System'),
  ('null', 'null', false, 'System');

-- Null: the default storage, whichever that is.
alter table terminals add column replay_storage_id uuid references replay_storages (id);

-- Decided when the session begins; null: the data folder.
alter table sessions add column replay_storage_id uuid references replay_storages (id) on delete set null;
create index sessions_replay_storage on sessions (replay_storage_id, date_end) where replay_storage_id is not null;

-- A recording in a storage, and how far it is on its way there.
create table recording_copies (
  session_id uuid not null references sessions (id) on delete cascade,
  storage_id uuid not null references replay_storages (id),
  object_key text not null,
  -- uploaded: all of it is there, but has not been read back; failed: the recording cannot be read.
  state text not null default 'waiting' check (state in ('waiting', 'uploading', 'uploaded', 'stored', 'failed')),
  -- What the storage calls an upload in parts, how large its parts are, and what it answered to each.
  upload_id text,
  part_bytes integer,
  parts jsonb not null default '[]' check (jsonb_typeof(parts) = 'array'),
  bytes bigint,
  -- Hash of the last frame, hex.
  hash text,
  attempts integer not null default 0,
  -- A stable word; empty where the last try went well.
  last_error text not null default '',
  date_next timestamptz not null default now(),
  -- Whoever works on it says so again and again, and changes nothing once it is another's.
  claim uuid,
  claimed_until timestamptz,
  date_stored timestamptz,
  -- Whether the recording is on this machine as well.
  is_local boolean not null default true,
  primary key (session_id, storage_id)
);
create index recording_copies_storage on recording_copies (storage_id, session_id);
create index recording_copies_due on recording_copies (date_next) where state in ('waiting', 'uploading', 'uploaded');
create index recording_copies_local on recording_copies (date_stored) where state = 'stored' and is_local;
