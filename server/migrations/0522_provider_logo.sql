-- Pictures that are settings stand beside those of the installation's look.
alter table interface_images drop constraint interface_images_name_check;
alter table interface_images add check (
  name in ('logo_index', 'logo_logout', 'favicon', 'login_image', 'oauth2_logo')
);
