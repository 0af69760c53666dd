-- Which accounts of an organization have the same secret, found by comparing them; the secrets themselves leave no trace.

create table shared_account_secrets (
  account_id uuid primary key references accounts (id) on delete cascade,
  org_id uuid not null,
  -- Of the secret that was compared: what was changed since is not the same any more.
  version integer not null,
  -- Those of one group have the same; another one with every comparison.
  group_id uuid not null
);
create index shared_account_secrets_group on shared_account_secrets (group_id);
create index shared_account_secrets_org on shared_account_secrets (org_id);
