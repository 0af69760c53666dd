-- Changes of the secrets of accounts on their assets. Both secrets are here before anything is done on the asset, and
-- stay until one of them was proved.
create table secret_changes (
  id uuid primary key,
  org_id uuid not null,
  kind text not null check (kind in ('change_secret', 'push_account')),
  -- Of the task.
  execution_id uuid not null,
  asset_id uuid references assets on delete set null,
  account_id uuid references accounts on delete set null,
  -- What the account had when the change began: another one since then was entered by somebody.
  account_version integer not null,
  -- The account that was signed in with; itself, when it changes itself.
  operating_id uuid,
  user_id uuid,
  key_strategy text not null check (key_strategy in ('add', 'set', 'set_jms')),
  params jsonb not null default '{}',
  former_sealed text,
  secret_sealed text not null,
  -- Postponed: nothing was done yet. Pending: which secret holds is not known.
  state text not null check (state in ('postponed', 'pending', 'success', 'failed')),
  error text not null default '',
  attempts integer not null default 0,
  -- Whoever holds the lease works on it until then; a worker that died lets it run out.
  lease uuid,
  leased_until timestamptz not null,
  date_created timestamptz not null default now(),
  date_started timestamptz,
  date_finished timestamptz
);
-- One open change of an account at a time.
create unique index secret_changes_open on secret_changes (account_id) where state in ('postponed', 'pending');
create index secret_changes_due on secret_changes (leased_until) where state in ('postponed', 'pending');
create index secret_changes_execution on secret_changes (execution_id);
create index secret_changes_list on secret_changes (org_id, kind, date_created desc nulls last, id);
create index secret_changes_asset on secret_changes (asset_id);
create index secret_changes_account on secret_changes (account_id);
