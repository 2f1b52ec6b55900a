-- Breaks nothing. Whoever gives or ends a role that opens the admin panel is told of in the app as well; the mail was there before.
drop function if exists notify.of_roles(uuid, uuid);
insert into notify.defaults (kind, by_email, is_fixed) values ('roles_changed', true, true);
