-- Templates of accounts: what accounts made from them have in common. Secrets are sealed by the application.
create table account_templates (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null,
  name text not null check (length(name) between 1 and 128),
  username text not null default '' check (length(username) <= 128),
  secret_type text not null default 'password'
    check (secret_type in ('password', 'ssh_key', 'access_key', 'token', 'api_key')),
  secret_sealed text,
  -- Fingerprint of the public half of a private key, '' otherwise.
  key_fingerprint text not null default '',
  privileged boolean not null default false,
  is_active boolean not null default true,
  -- The template of the account to switch from.
  su_from_id uuid references account_templates (id) on delete set null,
  comment text not null default '',
  created_by text,
  updated_by text,
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  constraint account_templates_name_key unique (org_id, name)
);
create index account_templates_org_name on account_templates (org_id, name, id);
create index account_templates_su_from on account_templates (su_from_id) where su_from_id is not null;
