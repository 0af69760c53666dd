-- What belongs to an organization keeps it, also while both change at once: the check before a delete cannot see what
-- another request is just putting in.
alter table nodes add constraint nodes_organization foreign key (org_id) references organizations (id);
alter table domains add constraint domains_organization foreign key (org_id) references organizations (id);
alter table labels add constraint labels_organization foreign key (org_id) references organizations (id);
alter table assets add constraint assets_organization foreign key (org_id) references organizations (id);
alter table asset_permissions
  add constraint asset_permissions_organization foreign key (org_id) references organizations (id);
