-- Names of the keys that values of this database are sealed with; the keys themselves are never here.
create table secret_keys (
  id text primary key,
  date_created timestamptz not null default now()
);

-- Recovery codes are kept sealed, so that they outlive the key under which they were made.
delete from recovery_codes;
alter table recovery_codes drop constraint recovery_codes_pkey;
alter table recovery_codes drop column hash;
alter table recovery_codes add column id uuid primary key default gen_random_uuid();
alter table recovery_codes add column hash_sealed text not null;
create index recovery_codes_user on recovery_codes (user_id);
