-- What is to be taken out of the vault: paths of accounts and templates that are gone, or that were brought back to
-- the database. Written in the transaction that lets go of them, worked off afterwards.
create table vault_removals (
  path text primary key,
  date_added timestamptz not null default now()
);

create function note_vault_removal() returns trigger language plpgsql as $$
begin
  insert into vault_removals (path) values (split_part(old.secret_sealed, ':', 3)) on conflict do nothing;
  return null;
end $$;

create trigger accounts_vault_removal after delete on accounts
  for each row when (starts_with(old.secret_sealed, 'vault:')) execute function note_vault_removal();
create trigger account_histories_vault_removal after delete on account_histories
  for each row when (starts_with(old.secret_sealed, 'vault:')) execute function note_vault_removal();
create trigger account_templates_vault_removal after delete on account_templates
  for each row when (starts_with(old.secret_sealed, 'vault:')) execute function note_vault_removal();
