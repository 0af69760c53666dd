-- The kind of the object in every language; entries from before have it in English only.
alter table operate_logs add column resource_type_label jsonb;
