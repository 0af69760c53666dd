-- Nothing opens before somebody accepts the terms of use: accepting them counts at once, on every node.
create trigger terms_accepted after update of is_first_login on users
  for each statement execute function bump_access_version();
