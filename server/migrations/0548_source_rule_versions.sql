-- A rule of roles and groups counts from the next sign-in on, on every node: processes keep the rules of one version.
create trigger bump_version after insert or update or delete on source_rules
  for each statement execute function bump_access_version();
