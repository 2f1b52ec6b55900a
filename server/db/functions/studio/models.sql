-- The organisation whose studio the caller works in.
create or replace function studio.managed() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  home uuid := authz.tenant();
begin
  if home is null or not authz.allows('manage_growth', home) then
    raise exception 'the studio takes the permission to manage growth' using errcode = 'insufficient_privilege';
  end if;
  return home;
end $$;
grant execute on function studio.managed() to authenticated;

-- The organisation whose model the caller may ask for `endpoint`: who manages growth for everything, its other people for answers of the copilot
-- where its settings say so and they have a role that has not ended. A guest is no person of the organisation, and an entry into another one reaches what its permissions do. Null: none.
create or replace function studio.asks(endpoint text) returns uuid
  language sql stable security definer set search_path = ''
as $$
  select case
    when authz.allows('manage_growth', authz.tenant()) then authz.tenant()
    when asks.endpoint = 'copilot.answer' and not auth.jwt() ? 'entry' and authz.is_proven() and not authz.is_guest(auth.uid())
         and exists (select from authz.live_roles r where r.user_id = auth.uid() and r.tenant_id = authz.tenant())
      then (select s.tenant_id from studio.settings s where s.tenant_id = authz.tenant() and s.copilot_for_all)
  end
$$;
grant execute on function studio.asks(text) to authenticated;

-- The text model that the caller may ask for `endpoint`, with what is to be held with it. Its key is not in it.
create or replace function studio.chosen_model(endpoint text)
  returns table (tenant uuid, connection uuid, preset text, address text, model text, redacts_private boolean, keeps_bodies boolean,
                 banned_claims text[])
  language sql stable security definer set search_path = ''
as $$
  select s.tenant_id, c.id, c.preset, c.address, s.model, s.redacts_private, s.keeps_bodies, s.banned_claims
  from studio.settings s join studio.connections c on c.tenant_id = s.tenant_id and c.id = s.connection_id
  where s.tenant_id = studio.asks(chosen_model.endpoint) and s.model is not null
$$;
grant execute on function studio.chosen_model(text) to authenticated;

-- Statement trigger: one event for each organisation whose rows a statement changed. No key, no address and no text is in it.
create or replace function studio.record_rows() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  event text := case tg_table_name || '.' || lower(tg_op)
    when 'connections.insert' then 'studio_connections.insert'
    when 'connections.delete' then 'studio_connections.delete'
    when 'settings.update' then 'studio_settings.update'
  end;
begin
  insert into public.system_audit_log (tenant_id, event_type, event_category, user_id, action, status, risk_level, details)
  select a.tenant_id, event, 'config_change', auth.uid(), lower(tg_op), 'success', 'medium',
         jsonb_strip_nulls(jsonb_build_object('table', tg_table_schema || '.' || tg_table_name, 'id', to_jsonb(a) ->> 'id', 'model', to_jsonb(a) ->> 'model'))
  from added a
  -- An organisation that is deleted takes its log along.
  where exists (select from public.tenants t where t.id = a.tenant_id);
  return null;
end $$;

-- Where texts of the organisation are sent to, and the key for it: what takes a proof. `sealed` null keeps the key that is there, unless the
-- address leads to another host: a key goes where it was typed for.
-- @throws QS404, QS470 where somebody changed it since, QS471 where a key has to be typed again, 23514 for an uploaded model, which has no address
create or replace function studio.save_connection(chosen uuid, fields jsonb, sealed bytea, known integer, is_elsewhere boolean) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  home  uuid := studio.managed();
  found studio.connections;
begin
  perform authz.require_fresh();
  if fields ->> 'preset' = 'own' or exists (select from studio.model_files f where f.connection_id = save_connection.chosen) then
    raise exception 'an uploaded model has no address' using errcode = 'check_violation';
  end if;
  if save_connection.known is null then
    insert into studio.connections (id, tenant_id, name, preset, address, key_sealed, key_end, created_by)
    values (save_connection.chosen, home, fields ->> 'name', fields ->> 'preset', fields ->> 'address', save_connection.sealed,
            fields ->> 'key_end', auth.uid());
    return 1;
  end if;
  select c.* into found from studio.connections c where c.id = save_connection.chosen and c.tenant_id = home for update;
  if found.id is null then
    raise exception 'there is no such connection' using errcode = 'QS404';
  end if;
  if found.version <> save_connection.known then
    raise exception 'somebody else has changed it meanwhile' using errcode = 'QS470';
  end if;
  if found.key_sealed is not null and save_connection.sealed is null and save_connection.is_elsewhere then
    raise exception 'the key was typed for another address' using errcode = 'QS471';
  end if;
  update studio.connections c
  set name = fields ->> 'name', preset = fields ->> 'preset', address = fields ->> 'address',
      key_sealed = coalesce(save_connection.sealed, c.key_sealed),
      key_end = case when save_connection.sealed is null then c.key_end else fields ->> 'key_end' end,
      state = 'not_configured', problem = null, looked_at = null, models = '{}',
      version = c.version + 1, updated_at = clock_timestamp()
  where c.id = found.id;
  return found.version + 1;
end $$;
grant execute on function studio.save_connection(uuid,jsonb,bytea,integer,boolean) to authenticated;

create or replace function studio.remove_connection(connection uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := studio.managed();
begin
  perform authz.require_fresh();
  delete from studio.connections c where c.id = remove_connection.connection and c.tenant_id = home;
  if not found then
    raise exception 'there is no such connection' using errcode = 'QS404';
  end if;
end $$;
grant execute on function studio.remove_connection(uuid) to authenticated;

-- Model, budgets, redaction and log, all at once. @throws QS470 where somebody changed them since, QS472 for a model that is not offered
create or replace function studio.save_settings(fields jsonb, known integer) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  home  uuid := studio.managed();
  given studio.settings := jsonb_populate_record(null::studio.settings, fields);
  saved integer;
begin
  perform authz.require_fresh();
  if given.connection_id is not null and not exists (
      select from studio.connections c
      where c.id = given.connection_id and c.tenant_id = home and given.model = any (c.models)) then
    raise exception 'this connection offers no such model' using errcode = 'QS472';
  end if;
  insert into studio.settings (tenant_id) values (home) on conflict do nothing;
  update studio.settings s
  set connection_id = given.connection_id, model = case when given.connection_id is not null then given.model end,
      org_micros = given.org_micros, org_tokens = given.org_tokens, person_micros = given.person_micros, person_tokens = given.person_tokens,
      redacts_private = given.redacts_private, keeps_bodies = given.keeps_bodies, body_days = given.body_days, log_days = given.log_days,
      banned_claims = given.banned_claims,
      -- A page of the version before does not know it.
      copilot_for_all = coalesce(given.copilot_for_all, s.copilot_for_all),
      copilot_tokens = case when fields ? 'copilot_tokens' then given.copilot_tokens else s.copilot_tokens end, version = s.version + 1, updated_at = clock_timestamp()
  where s.tenant_id = home and s.version = save_settings.known
  returning s.version into saved;
  if saved is null then
    raise exception 'somebody else has changed it meanwhile' using errcode = 'QS470';
  end if;
  return saved;
end $$;
grant execute on function studio.save_settings(jsonb,integer) to authenticated;

-- The prices of models, in the place of all that were there. `entries`: [{model, micros_in, micros_out}].
create or replace function studio.save_prices(entries jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := studio.managed();
begin
  delete from studio.prices p where p.tenant_id = home;
  insert into studio.prices (tenant_id, model, micros_in, micros_out)
  select distinct on (e.model) home, e.model, e.micros_in, e.micros_out
  from jsonb_to_recordset(save_prices.entries) as e (model text, micros_in bigint, micros_out bigint);
end $$;
grant execute on function studio.save_prices(jsonb) to authenticated;

create or replace function studio.cost_of(tokens_in bigint, tokens_out bigint, micros_in bigint, micros_out bigint) returns bigint
  language sql immutable set search_path = ''
as $$
  select ceil((tokens_in::numeric * micros_in + tokens_out::numeric * micros_out) / 1000000)::bigint
$$;

-- Notes that a request begins, and what it may take at most, which counts until it ends: two that begin at once cannot both have what is left.
-- `given`: endpoint, provider, model, tokens_in, tokens_out, redactions, prompt_sha256 in hex, prompt_body, is_private. Where the budget of the
-- month does not reach, `refusal` says which, and the row is there as well.
create or replace function studio.begin_request(given jsonb) returns table (id uuid, refusal text)
  language plpgsql security definer set search_path = ''
as $$
declare
  home    uuid := studio.asks(given ->> 'endpoint');
  me      uuid := auth.uid();
  rules   studio.settings;
  price   studio.prices;
  wanted  bigint := (given ->> 'tokens_in')::bigint + (given ->> 'tokens_out')::bigint;
  cost    bigint;
  used    record;
  refused text;
begin
  if home is null then
    raise exception 'no model of an organisation answers this to the caller' using errcode = 'insufficient_privilege';
  end if;
  insert into studio.settings (tenant_id) values (home) on conflict do nothing;
  select s.* into rules from studio.settings s where s.tenant_id = home for update;
  select p.* into price from studio.prices p where p.tenant_id = home and p.model = given ->> 'model';
  if (given ->> 'is_private')::boolean and price.model is null then
    price.micros_in := 0;
    price.micros_out := 0;
  end if;
  cost := studio.cost_of((given ->> 'tokens_in')::bigint, (given ->> 'tokens_out')::bigint, price.micros_in, price.micros_out);
  select coalesce(sum(r.tokens_in + r.tokens_out), 0)::bigint as tokens, coalesce(sum(r.cost_micros), 0)::bigint as micros,
         coalesce(sum(r.tokens_in + r.tokens_out) filter (where r.user_id = me), 0)::bigint as own_tokens,
         coalesce(sum(r.tokens_in + r.tokens_out) filter (where r.user_id = me and r.endpoint = 'copilot.answer'), 0)::bigint as own_answers,
         coalesce(sum(r.cost_micros) filter (where r.user_id = me), 0)::bigint as own_micros
  into used
  from studio.ai_requests r
  where r.tenant_id = home and r.started_at >= date_trunc('month', clock_timestamp() at time zone 'UTC') at time zone 'UTC'
    and r.status <> 'over_budget';
  refused := case
    when used.tokens + wanted > rules.org_tokens then 'organisation_tokens'
    when used.own_tokens + wanted > rules.person_tokens then 'person_tokens'
    -- A share for people who do not manage growth, so that one of them does not use up the month of all.
    when used.own_answers + wanted > rules.copilot_tokens and not authz.allows('manage_growth', home) then 'copilot_tokens'
    when cost is null and (rules.org_micros is not null or rules.person_micros is not null) then 'no_price'
    when used.micros + cost > rules.org_micros then 'organisation_money'
    when used.own_micros + cost > rules.person_micros then 'person_money'
  end;
  return query
  insert into studio.ai_requests as r (tenant_id, user_id, endpoint, provider, model, tokens_in, tokens_out, micros_in, micros_out, cost_micros,
                                       status, error_code, ended_at, redactions, prompt_sha256, prompt_body)
  values (home, me, given ->> 'endpoint', given ->> 'provider', given ->> 'model',
          case when refused is null then (given ->> 'tokens_in')::bigint else 0 end,
          case when refused is null then (given ->> 'tokens_out')::bigint else 0 end,
          price.micros_in, price.micros_out, case when refused is null then cost end,
          case when refused is null then 'running' else 'over_budget' end, refused, case when refused is not null then clock_timestamp() end,
          given -> 'redactions', decode(given ->> 'prompt_sha256', 'hex'),
          case when rules.keeps_bodies then left(given ->> 'prompt_body', 200000) end)
  returning r.id, refused;
end $$;
grant execute on function studio.begin_request(jsonb) to authenticated;

-- Who asked models for something: the address of each person of the caller's organisation.
create or replace function studio.person_names() returns table (id uuid, email text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  home uuid := studio.managed();
begin
  return query
  select p.user_id, u.email::text from public.profiles p join auth.users u on u.id = p.user_id where p.tenant_id = home;
end $$;
grant execute on function studio.person_names() to authenticated;
