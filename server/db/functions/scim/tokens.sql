-- A token of an identity provider: it belongs to one organisation and does nothing but SCIM.

create or replace function public.list_scim_tokens()
  returns table (id uuid, name text, mails_people boolean, may_change_owners boolean, made_by text, is_maker_gone boolean,
                 created_at timestamptz, expires_at timestamptz, last_used_at timestamptz, revoked_at timestamptz)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  home uuid := authz.tenant();
begin
  if home is null or not authz.allows('manage_users', home) then
    raise exception 'tokens of identity providers take the permission to manage users' using errcode = 'insufficient_privilege';
  end if;
  return query
    select t.id, t.name, t.mails_people, t.may_change_owners, u.email, not public.is_colleague(t.created_by),
           t.created_at, t.expires_at, t.last_used_at, t.revoked_at
    from scim.tokens t left join auth.users u on u.id = t.created_by
    where t.tenant_id = home and (t.revoked_at is null or t.revoked_at > now() - interval '30 days')
    order by t.revoked_at is not null, t.created_at desc
    limit 100;
end $$;
grant execute on function public.list_scim_tokens() to authenticated;

-- The token itself is made by the browser; only what it hashes to is sent.
create or replace function public.add_scim_token(called text, hash_hex text, days integer, with_mails boolean) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := authz.lock_team();
  made uuid;
begin
  if add_scim_token.days not between 1 and 730 or add_scim_token.hash_hex !~ '^[0-9a-f]{64}$' then
    raise exception 'a token lasts 1 to 730 days, and is sent as its SHA-256' using errcode = 'check_violation';
  end if;
  if (select count(*) from scim.tokens t where t.tenant_id = home and t.revoked_at is null) >= 10 then
    raise exception 'an organisation has 10 tokens at most' using errcode = 'QS433';
  end if;
  insert into scim.tokens (tenant_id, name, token_hash, may_change_owners, mails_people, created_by, expires_at)
  values (home, btrim(called), decode(hash_hex, 'hex'), authz.leads(auth.uid(), home), with_mails, auth.uid(),
          now() + days * interval '1 day')
  returning scim.tokens.id into made;
  perform audit.record('scim.token_made', 'config_change', auth.uid(), 'made', 'success', 'high',
                       jsonb_build_object('id', made, 'days', days));
  return made;
end $$;
grant execute on function public.add_scim_token(text,text,integer,boolean) to authenticated;

create or replace function public.revoke_scim_token(token uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := authz.lock_team();
begin
  update scim.tokens t set revoked_at = now()
  where t.id = revoke_scim_token.token and t.tenant_id = home and t.revoked_at is null;
  if not found then
    raise exception 'there is no such token' using errcode = 'QS404';
  end if;
  perform audit.record('scim.token_revoked', 'config_change', auth.uid(), 'revoked', 'success', 'high',
                       jsonb_build_object('id', revoke_scim_token.token));
end $$;
grant execute on function public.revoke_scim_token(uuid) to authenticated;

-- Who shows a token, before each request. `problem`: why it is refused; no row for a token that nobody made.
create or replace function scim.admit(shown bytea)
  returns table (token uuid, home uuid, problem text)
  language plpgsql security definer set search_path = ''
as $$
declare
  found_token scim.tokens;
  trouble     text;
begin
  select t.* into found_token from scim.tokens t where t.token_hash = shown;
  if not found then
    return;
  end if;
  trouble := case when found_token.revoked_at is not null then 'revoked'
                  when found_token.expires_at <= now() then 'expired'
                  when exists (select from public.tenants o where o.id = found_token.tenant_id and o.status <> 'active') then 'closed' end;
  if trouble is null then
    update scim.tokens t set last_used_at = now()
    where t.id = found_token.id and coalesce(t.last_used_at < now() - interval '1 minute', true);
  else
    update scim.tokens t set refused_at = now()
    where t.id = found_token.id and coalesce(t.refused_at < now() - interval '1 hour', true);
    if found then
      perform scim.note(found_token.tenant_id, found_token.id, 'scim.token_refused', jsonb_build_object('reason', trouble));
    end if;
  end if;
  return query select found_token.id, found_token.tenant_id, trouble;
end $$;

-- An event in the log of an organisation, of its identity provider.
create or replace function scim.note(home uuid, token uuid, kind text, facts jsonb) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into public.system_audit_log (tenant_id, event_type, event_category, action, status, risk_level, details)
  values (home, kind, 'security_incident', 'refused', 'blocked', 'medium',
          jsonb_build_object('by', 'scim', 'token', note.token) || facts)
$$;

create or replace function scim.note_refusal(home uuid, token uuid, reason text) returns void
  language sql volatile security definer set search_path = ''
as $$
  select scim.note(home, token, 'scim.refused', jsonb_build_object('reason', reason))
$$;

-- Begins a change: changes of an organisation wait for each other, as those of its people do, and their events name the token.
create or replace function scim.begin(shown uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := (select t.tenant_id from scim.tokens t where t.id = shown);
begin
  perform from public.tenants o where o.id = home for no key update;
  -- It may have been revoked while this waited.
  if not exists (select from scim.tokens t where t.id = shown and t.revoked_at is null and t.expires_at > now()) then
    raise exception 'This token has ended.' using errcode = 'SC401';
  end if;
  perform set_config('audit.by', 'scim', true), set_config('audit.token', shown::text, true), set_config('audit.tenant', home::text, true);
  return home;
end $$;
