-- Breaks nothing. Which mailboxes a change of the address still waits for is written down, not concluded from links that are missing. Without it,
-- no link changes the address.

alter table auth.users add column email_change_waits_for text[];

-- Where it is not known which mailbox has confirmed, both confirm again.
update auth.users u
set email_change_waits_for = case
  when u.email is null or exists (select from auth.one_time_tokens t where t.user_id = u.id and t.kind = 'email_change_stop')
    then array['email_change_new']
  else array['email_change_current', 'email_change_new'] end
where u.new_email is not null;
