-- Commands in Elasticsearch and OpenSearch.

alter table command_storages drop constraint command_storages_type_check;
alter table command_storages add constraint command_storages_type_check check (type in ('server', 'null', 'es')),
  -- The addresses with their passwords, sealed; empty where there are none.
  add column secret_sealed text not null default '',
  -- A stable word for why commands wait; empty where the last delivery went well.
  add column last_error text not null default '',
  add column failures integer not null default 0,
  -- When it is tried next.
  add column date_next timestamptz not null default now();

-- Null: the default storage, whichever that is.
alter table terminals add column command_storage_id uuid references command_storages (id);
update terminals t set command_storage_id = s.id
from command_storages s where s.name = t.command_storage and not s.is_default;
alter table terminals drop column command_storage;

-- Commands on their way to a storage: written with the command, removed once the storage has it.
create table command_deliveries (
  command_id uuid primary key references commands (id) on delete cascade,
  storage_id uuid not null references command_storages (id),
  serial bigint generated always as identity,
  -- How often the storage has refused this one.
  attempts integer not null default 0,
  date_next timestamptz not null default now()
);
create index command_deliveries_due on command_deliveries (storage_id, serial);
