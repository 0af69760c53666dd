-- What stands for accounts that are not stored: one row an alias and organization.
create table virtual_accounts (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null,
  alias text not null check (alias in ('@INPUT', '@USER', '@ANON')),
  -- Whether '@USER' signs in with the password its user signed in to the product with; null: not decided.
  secret_from_login boolean check (secret_from_login is null or alias = '@USER'),
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  updated_by text,
  constraint virtual_accounts_alias_key unique (org_id, alias),
  constraint virtual_accounts_organization foreign key (org_id) references organizations (id) on delete cascade
);
insert into virtual_accounts (org_id, alias)
select id, alias from organizations, unnest(array['@INPUT', '@USER', '@ANON']) as alias;
