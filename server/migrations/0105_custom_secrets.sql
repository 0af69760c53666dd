-- Secrets of the custom fields of assets, each sealed by the application; what is not secret stays in custom_info.
alter table assets add column custom_secrets jsonb;
