-- Command templates that an organization shares with its people.
alter table ops_adhocs add column is_shared boolean not null default false;
create index ops_adhocs_shared on ops_adhocs (org_id) where is_shared;
