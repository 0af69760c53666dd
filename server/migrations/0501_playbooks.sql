-- Playbooks: files that people run on assets by Ansible. The files are here, so that every node has them.

create table ops_playbooks (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null,
  creator_id uuid not null references users (id) on delete cascade,
  name text not null check (length(name) between 1 and 128),
  comment text default '' check (length(comment) <= 1024),
  create_method text not null default 'blank' check (create_method in ('blank', 'vcs')),
  vcs_url text default '' check (length(vcs_url) <= 1024),
  -- Whether it came as an archive, which is offered back.
  is_uploaded boolean not null default false,
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  constraint ops_playbooks_name_key unique (creator_id, org_id, name)
);

create table ops_playbook_files (
  playbook_id uuid not null references ops_playbooks (id) on delete cascade,
  -- Relative, parts between slashes; the folders above it have rows of their own.
  path text not null check (length(path) between 1 and 1024),
  -- Null: a folder.
  content bytea check (octet_length(content) <= 1048576),
  -- Counts the writes of its content, so that two people do not overwrite each other.
  version integer not null default 1,
  primary key (playbook_id, path)
);

alter table ops_jobs drop constraint ops_jobs_type_check;
alter table ops_jobs add constraint ops_jobs_type_check check (type in ('adhoc', 'playbook'));
-- Null also where its playbook went with the person who had it: such a job says so when it runs.
alter table ops_jobs add column playbook_id uuid references ops_playbooks (id) on delete set null;
create index ops_jobs_playbook on ops_jobs (playbook_id) where playbook_id is not null;
