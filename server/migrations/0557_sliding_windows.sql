-- The totals of the last days count from a quarter of an hour, not from a midnight: what a start page counts beside them is
-- what happened in 16 minutes at most, not in up to a day.
comment on column activity_window_starts.start is 'Since when the totals of so many days count; null: not yet.';
-- The first midnight from which days are kept for the members of organizations; null: none are.
alter table activity_state add column members_from timestamptz;
update activity_state set members_from = (select min(start) from activity_window_starts);
