-- Start pages count the failed sessions of today, which are few of many.
create index sessions_failed on sessions (date_start) where is_finished and not is_success;
