-- Rankings read the most frequent ones alone, instead of adding up all there are.
create index activity_windows_most on activity_windows (measure, org_id, days, total desc, subject);
-- Counted without reading the rows themselves, which are wide.
create index assets_org_type on assets (org_id, type);
create index users_people on users (id) include (username, date_joined) where not is_service_account;
