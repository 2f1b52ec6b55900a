-- A group of an identity provider is a team that it alone changes. What is refused: see people.sql.

create or replace function scim.require_group(home uuid, team uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.teams t where t.id = team and t.tenant_id = home and t.source = 'scim' for no key update;
  if not found then
    perform scim.refuse(404, null, 'There is no such group in this organisation.');
  end if;
end $$;

-- Names and ids that are taken are refused by the indexes of the table.
create or replace function scim.add_group(home uuid, called text, external text) returns uuid
  language sql volatile security definer set search_path = ''
as $$
  insert into public.teams (tenant_id, name, external_id, source) values (home, called, external, 'scim') returning id
$$;

-- Writes what `changes` names: displayName, externalId.
create or replace function scim.change_group(home uuid, team uuid, changes jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  wanted record;
begin
  perform scim.require_group(home, team);
  select case when changes ? 'displayName' then changes ->> 'displayName' else t.name end as called,
         case when changes ? 'externalId' then changes ->> 'externalId' else t.external_id end as external into wanted
  from public.teams t where t.id = team;
  update public.teams t
  set version = t.version + case when t.name <> wanted.called then 1 else 0 end, name = wanted.called, external_id = wanted.external,
      updated_at = clock_timestamp()
  where t.id = team and (t.name, t.external_id) is distinct from (wanted.called, wanted.external);
end $$;

-- `gone` null: everybody who is not among those who come.
create or replace function scim.change_members(home uuid, team uuid, coming uuid[], gone uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  strangers integer;
  changed   integer;
  added     integer;
begin
  perform scim.require_group(home, team);
  select count(*) into strangers from unnest(coming) as wanted
  where not exists (select from scim.people o where o.tenant_id = home and o.id = wanted);
  if strangers > 0 then
    perform scim.refuse(400, 'invalidValue', format('%s of the members are no users of this organisation. Nothing was changed.', strangers));
  end if;
  delete from public.team_members m
  where m.team_id = team and m.user_id <> all (coming) and (gone is null or m.user_id = any (gone));
  get diagnostics changed = row_count;
  insert into public.team_members (team_id, user_id) select distinct team, wanted from unnest(coming) as wanted
  on conflict (team_id, user_id) do nothing;
  get diagnostics added = row_count;
  if changed + added > 0 then
    update public.teams t set updated_at = clock_timestamp() where t.id = team;
  end if;
end $$;

create or replace function scim.remove_group(home uuid, team uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform scim.require_group(home, team);
  delete from public.teams t where t.id = team;
end $$;
