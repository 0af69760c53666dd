-- Storages on SFTP servers, and backups of accounts that are put into a storage instead of being mailed.

alter table replay_storages drop constraint replay_storages_type_check;
alter table replay_storages add constraint replay_storages_type_check check (
  type in ('null', 'server', 's3', 'ceph', 'swift', 'oss', 'azure', 'obs', 'cos', 'sftp')
);

alter table account_backup_plans
  add column delivery text not null default 'mail' check (delivery in ('mail', 'storage')),
  add column storage_id uuid references replay_storages (id) on delete set null;
create index account_backup_plans_storage on account_backup_plans (storage_id) where storage_id is not null;
