-- Breaks nothing. The mailbox that an account leaves gets a link that stops the change.

alter table auth.one_time_tokens drop constraint one_time_tokens_kind;
alter table auth.one_time_tokens add constraint one_time_tokens_kind
  check (kind in ('signup', 'recovery', 'magiclink', 'invite', 'email_change_current', 'email_change_new', 'email_change_stop',
                  'reauthentication', 'sms', 'phone_change'));
