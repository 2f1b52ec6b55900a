-- Every revision, oldest first, with the keys of everybody whom any revision names: a reader checks each of them.
create or replace function public.recovery_policy() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select (
    select jsonb_build_object(
      'tenant_id', me.home,
      'revisions', coalesce((select jsonb_agg(jsonb_build_object('revision', p.revision, 'statement', p.statement,
                                                                 'signature', p.signature) order by p.revision)
                             from public.recovery_policies p where p.tenant_id = me.home and not me.guest), '[]'::jsonb),
      'people', coalesce((
        select jsonb_agg(jsonb_build_object('user_id', u.id, 'email', u.email, 'first_name', pr.first_name,
                                            'last_name', pr.last_name, 'statement', b.statement, 'signature', b.signature,
                                            'is_member', not exists (select from public.former_members f
                                                                     where f.user_id = u.id)))
        from auth.users u
        join public.profiles pr on pr.user_id = u.id and pr.tenant_id = me.home
        join public.user_key_bundles b on b.user_id = u.id
        where u.deleted_at is null and not me.guest
          and u.id::text in (
            select p.statement::jsonb ->> 'author_id' from public.recovery_policies p where p.tenant_id = me.home
            union
            select h ->> 'user_id'
            from public.recovery_policies p, jsonb_array_elements(p.statement::jsonb -> 'holders') as h
            where p.tenant_id = me.home)), '[]'::jsonb))
    from (select authz.home() as home, authz.is_guest(auth.uid()) as guest where authz.is_proven()) as me
    where me.home is not null
      and not exists (select from public.former_members gone where gone.user_id = auth.uid()))
$$;
grant execute on function public.recovery_policy() to authenticated;

create or replace function public.set_recovery_policy(statement text, signature text) returns void
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  home    uuid := authz.home();
  said    jsonb := set_recovery_policy.statement::jsonb;
  before  public.recovery_policies;
  named   uuid[];
  known   integer;
begin
  -- As in authz.lock_team. Everything that touches an agreement of a member waits here too: authz.lock_account_keys.
  perform from public.tenants t where t.id = home for no key update;
  if home is null or not authz.allows('manage_security', home) then
    raise exception 'only who manages security may decide this' using errcode = 'insufficient_privilege';
  end if;
  select p.* into before from public.recovery_policies p where p.tenant_id = home order by p.revision desc limit 1;
  if (said ->> 'tenant_id')::uuid <> home or (said ->> 'author_id')::uuid <> auth.uid() then
    raise exception 'this policy is not yours' using errcode = 'check_violation';
  end if;
  if (said ->> 'revision')::integer <> coalesce(before.revision, 0) + 1
     or said ->> 'previous' is distinct from
        translate(encode(sha256(convert_to(before.statement, 'UTF8')), 'base64'), '+/=', '-_') then
    raise exception 'somebody else changed the policy at the same moment' using errcode = 'QS413';
  end if;
  named := array(select (h ->> 'user_id')::uuid from jsonb_array_elements(said -> 'holders') as h);
  select count(*) into known
  from public.profiles p
  join public.user_key_bundles b on b.user_id = p.user_id
  where p.user_id = any (named) and p.tenant_id = home and not authz.is_guest(p.user_id)
    and not exists (select from public.former_members f where f.user_id = p.user_id);
  if known <> cardinality(named) or cardinality(named) > 10 then
    raise exception 'every holder belongs to the organisation and has a vault' using errcode = 'QS404';
  end if;

  insert into public.recovery_policies (tenant_id, revision, statement, signature)
  values (home, (said ->> 'revision')::integer, set_recovery_policy.statement, set_recovery_policy.signature);
  perform notify.person(a.user_id, 'recovery_changed', jsonb_build_object('revision', said -> 'revision'))
  from public.recovery_agreements a where a.tenant_id = home;
  delete from public.recovery_answers x using public.recovery_requests r, public.recovery_agreements a
  where x.request_id = r.id and a.user_id = r.user_id and a.tenant_id = home and x.holder_id <> all (named);
  if cardinality(named) = 0 then
    perform authz.end_recoveries(a.user_id, 'cancelled') from public.recovery_agreements a where a.tenant_id = home;
    delete from public.account_wraps w using public.recovery_agreements a
    where a.tenant_id = home and w.user_id = a.user_id and w.kind = 'organisation';
    delete from public.recovery_agreements a where a.tenant_id = home;
  else
    delete from public.recovery_shares s using public.recovery_agreements a
    where a.user_id = s.user_id and a.tenant_id = home and s.holder_id <> all (named);
  end if;
end $$;
