-- Secrets of the custom fields of assets, sealed by the application; what is not secret stays in custom_info.
create table asset_custom_secrets (
  asset_id uuid not null references assets (id) on delete cascade,
  -- Of the custom field.
  name text not null,
  secret_sealed text not null,
  primary key (asset_id, name)
);
