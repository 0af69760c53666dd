-- Jobs run statements of databases as well.
alter table ops_adhocs
  drop constraint ops_adhocs_module_check,
  add constraint ops_adhocs_module_check
    check (module in ('shell', 'win_shell', 'python', 'mysql', 'postgresql', 'sqlserver'));
alter table ops_jobs
  drop constraint ops_jobs_module_check,
  add constraint ops_jobs_module_check
    check (module in ('shell', 'win_shell', 'python', 'mysql', 'postgresql', 'sqlserver'));
