-- Breaks nothing. Somebody who has an account sees invitations of other organisations and may decline them. The inviter is not told: who declines
-- has an account, and that is nobody's business but theirs (docs/decisions/0093-an-account-stays-in-its-organisation.md).

create table auth.declined_invitations (
  invitation_id uuid        primary key references public.invitations (id) on delete cascade,
  declined_at   timestamptz not null default now()
);
comment on table auth.declined_invitations is 'Invitations that the invited person no longer wants to see; sent again after it, they are seen again';
revoke all on auth.declined_invitations from public, anon, authenticated, service_role;
