-- Breaks clients of before: rosters and recovery policies are stored by a route that verifies their signatures first
-- (server/statements), and no longer by the API. A stranger's token cannot end a space or recovery with rubbish any more.
revoke execute on function public.begin_team_epoch(jsonb), public.set_recovery_policy(text, text) from authenticated;

insert into notify.defaults (kind, by_email) values
  ('team_space_left', true), ('recovery_allowed', false), ('recovery_withdrawn', false);

-- Managers of a space learn that somebody who knows its key has gone. Only a manager's client makes the next key.
create function notify.of_leaver(space uuid, person uuid) returns void
  language sql volatile security definer set search_path = ''
  begin atomic
    select notify.person(m.user_id, 'team_space_left', jsonb_build_object('space_id', space, 'person', person))
    from public.team_space_members m
    where m.space_id = space and m.role = 'manager' and m.user_id <> person
      and not exists (select from public.former_members f where f.user_id = m.user_id);
  end;

create or replace function public.leave_team_space(space uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.spaces s where s.id = space and s.kind = 'team' for update;
  if authz.space_role(space) is null then
    raise exception 'you do not belong to this space' using errcode = 'insufficient_privilege';
  end if;
  if authz.space_role(space) = 'manager' and not exists (
    select from public.team_space_members m
    where m.space_id = space and m.role = 'manager' and m.user_id <> auth.uid()
      and not exists (select from public.former_members f where f.user_id = m.user_id)) then
    raise exception 'a space keeps at least one manager' using errcode = 'QS410';
  end if;
  delete from public.team_space_members m where m.space_id = space and m.user_id = auth.uid();
  perform notify.of_leaver(space, auth.uid());
end $$;

-- Somebody who was removed from the organisation is no member of its spaces if they are restored later. The only manager of a space
-- stays in it: nobody else could ever change that space again. The space is locked first, so that its last two managers cannot go at
-- the same moment, one by leaving and one by removal.
create function public.leave_spaces_of_former_member() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  space uuid;
begin
  for space in
    select s.id
    from public.spaces s
    where s.id in (select m.space_id from public.team_space_members m where m.user_id = new.user_id)
    order by s.id
    for update
  loop
    delete from public.team_space_members m
    where m.space_id = space and m.user_id = new.user_id
      and (m.role <> 'manager'
           or exists (select from public.team_space_members o
                      where o.space_id = space and o.role = 'manager' and o.user_id <> new.user_id
                        and not exists (select from public.former_members f where f.user_id = o.user_id)));
    perform notify.of_leaver(space, new.user_id);
  end loop;
  return null;
end $$;
create trigger former_members_leave_spaces after insert on public.former_members
  for each row execute function public.leave_spaces_of_former_member();

-- As in 0126, with the keys of everybody whom any revision names: a reader checks each of them.
create or replace function public.recovery_policy() returns jsonb
  language sql stable security definer set search_path = ''
  return (
    select jsonb_build_object(
      'tenant_id', me.home,
      'revisions', coalesce((select jsonb_agg(jsonb_build_object('revision', p.revision, 'statement', p.statement,
                                                                 'signature', p.signature) order by p.revision)
                             from public.recovery_policies p where p.tenant_id = me.home), '[]'::jsonb),
      'people', coalesce((
        select jsonb_agg(jsonb_build_object('user_id', u.id, 'email', u.email, 'first_name', pr.first_name,
                                            'last_name', pr.last_name, 'statement', b.statement, 'signature', b.signature,
                                            'is_member', not exists (select from public.former_members f
                                                                     where f.user_id = u.id)))
        from auth.users u
        join public.profiles pr on pr.user_id = u.id and pr.tenant_id = me.home
        join public.user_key_bundles b on b.user_id = u.id
        where u.deleted_at is null
          and u.id::text in (
            select p.statement::jsonb ->> 'author_id' from public.recovery_policies p where p.tenant_id = me.home
            union
            select h ->> 'user_id'
            from public.recovery_policies p, jsonb_array_elements(p.statement::jsonb -> 'holders') as h
            where p.tenant_id = me.home)), '[]'::jsonb))
    from (select authz.tenant() as home where authz.is_proven()) as me
    where me.home is not null
      and not exists (select from public.former_members gone where gone.user_id = auth.uid()));

-- Both are done with a token alone, so the person hears of them by a mail that cannot be switched off.
create function public.tell_of_agreement() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform notify.of_recovery(new.user_id, 'recovery_allowed', jsonb_build_object('revision', new.revision));
  return null;
end $$;
create constraint trigger recovery_agreements_tell after insert on public.recovery_agreements
  deferrable initially deferred for each row execute function public.tell_of_agreement();
-- Agreeing again deletes the earlier agreement in the same transaction: only what is left at its end is reported. Nor is the end of
-- the account itself.
create function public.tell_of_withdrawal() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.recovery_agreements a where a.user_id = old.user_id)
     and exists (select from auth.users u where u.id = old.user_id) then
    perform notify.of_recovery(old.user_id, 'recovery_withdrawn', jsonb_build_object('revision', old.revision));
  end if;
  return null;
end $$;
create constraint trigger recovery_agreements_tell_end after delete on public.recovery_agreements
  deferrable initially deferred for each row execute function public.tell_of_withdrawal();

revoke execute on function notify.of_leaver(uuid, uuid), public.leave_spaces_of_former_member(), public.tell_of_agreement(),
  public.tell_of_withdrawal() from public;
