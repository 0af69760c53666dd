-- Keys of the SSH authority are replaced by new ones. `date_replaced`: another one signs since, but for those accounts
-- that have not been proved with it. `date_retired`: it signs nothing any more, and its private half is gone.
alter table ssh_authority_keys add column date_replaced timestamptz;
alter table ssh_authority_keys alter column private_sealed drop not null;
drop index ssh_authority_keys_one;
create unique index ssh_authority_keys_current on ssh_authority_keys (purpose)
  where date_replaced is null and date_retired is null;
-- Accounts know two keys at most.
create unique index ssh_authority_keys_replaced on ssh_authority_keys (purpose)
  where purpose = 'accounts' and date_replaced is not null and date_retired is null;

-- Accounts that trust a key which was replaced.
create table ssh_authority_accounts (
  account_id uuid not null references accounts on delete cascade,
  fingerprint text not null references ssh_authority_keys,
  -- `waiting`: it still signs in by that key. `proved`: no more, but its host may have the line of that key.
  state text not null default 'waiting' check (state in ('waiting', 'proved')),
  -- Why the last attempt changed nothing; empty: there was none.
  problem text not null default '',
  date_tried timestamptz,
  primary key (account_id, fingerprint)
);
create index ssh_authority_accounts_states on ssh_authority_accounts (fingerprint, state);

-- The key that signed a certificate. Until now there was one for people.
alter table user_certificates add column authority text references ssh_authority_keys;
update user_certificates set authority = (
  select fingerprint from ssh_authority_keys where purpose = 'people' order by date_created limit 1
);
delete from user_certificates where authority is null;
alter table user_certificates alter column authority set not null;
create index user_certificates_authorities on user_certificates (authority);
