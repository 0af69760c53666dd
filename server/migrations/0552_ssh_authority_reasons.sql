-- Why an account still trusts a former key, in each language: whoever reads it need not read that of who began it.
alter table ssh_authority_accounts
  alter column problem drop default,
  alter column problem drop not null,
  alter column problem type jsonb using
    case when problem <> '' then jsonb_build_object('en', problem, 'zh', problem, 'ja', problem) end;
