-- New installations ask for passwords of 12 characters that are not easy to guess. Whoever has users keeps the policy
-- that counted until now, unless it was changed.
insert into settings (key, value)
select former.key, former.value::jsonb
from (values
  ('SECURITY_PASSWORD_MIN_LENGTH', '6'),
  ('SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH', '6'),
  ('SECURITY_PASSWORD_REFUSE_GUESSABLE', 'false')
) as former (key, value)
where exists (select from users where not is_service_account)
on conflict (key) do nothing;
