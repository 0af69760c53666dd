-- What was done to files on targets: transfers, and changes of folders. Written by the gateways.
create table ftp_logs (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null,
  -- Names as they were: a record outlives its user, asset and account.
  "user" text not null,
  user_id uuid,
  remote_addr text not null default '',
  asset text not null,
  asset_id uuid,
  account text not null,
  session_id uuid,
  operate text not null check (operate in
    ('mkdir', 'rmdir', 'delete', 'upload', 'rename', 'symlink', 'download', 'rename_dir', 'setstat')),
  filename text not null check (length(filename) <= 1024),
  is_success boolean not null default true,
  has_file boolean not null default false,
  date_start timestamptz not null default now(),
  date_end timestamptz,
  -- Bytes that were carried; null for what carries none, or where it cannot be told.
  size bigint,
  -- Of the file from its first byte to its last, taken while they passed; null where they did not pass in this order.
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  state text not null default 'complete' check (state in ('running', 'complete', 'partial', 'failed')),
  -- Why it failed or why there is no hash, a stable word; "" when there is nothing to say.
  reason text not null default '',
  -- The kept copy, below the data folder, and its key sealed for this row.
  content_path text,
  content_key_sealed text,
  comment text not null default '',
  created_by text,
  updated_by text,
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now()
);
create index ftp_logs_org_start on ftp_logs (org_id, date_start desc, id);
create index ftp_logs_start on ftp_logs (date_start desc, id);
create index ftp_logs_session on ftp_logs (session_id, date_start) where session_id is not null;
create index ftp_logs_running on ftp_logs (session_id) where state = 'running';
select track_row_counts('ftp_logs');
