-- A new draft, or other content of one; what is scheduled or was sent stays as it is. `fields` are columns of the table.
create or replace function growth.save_newsletter(newsletter uuid, fields jsonb) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  home  uuid := growth.managed();
  given growth.newsletters := jsonb_populate_record(null::growth.newsletters, fields);
  saved uuid;
begin
  if given.audience_id is not null and not exists (select from growth.audiences a where a.id = given.audience_id and a.tenant_id = home) then
    raise exception 'there is no such audience' using errcode = 'QS404';
  end if;
  if newsletter is null then
    insert into growth.newsletters (tenant_id, subject, blocks, footer, reply_to, audience_id, per_hour, created_by)
    values (home, given.subject, given.blocks, given.footer, given.reply_to, given.audience_id, given.per_hour, auth.uid())
    returning id into saved;
    return saved;
  end if;
  update growth.newsletters n
  set (subject, blocks, footer, reply_to, audience_id, per_hour) =
      (given.subject, given.blocks, given.footer, given.reply_to, given.audience_id, given.per_hour)
  where n.id = save_newsletter.newsletter and n.tenant_id = home and n.status = 'draft'
  returning n.id into saved;
  if saved is null then
    perform growth.require_newsletter(save_newsletter.newsletter, array['draft']);
  end if;
  return saved;
end $$;
grant execute on function growth.save_newsletter(uuid,jsonb) to authenticated;

-- Locks it. @throws QS404, or QS417 where it is in none of these states any more
create or replace function growth.require_newsletter(newsletter uuid, states text[]) returns growth.newsletters
  language plpgsql security definer set search_path = ''
as $$
declare
  home  uuid := growth.managed();
  found growth.newsletters;
begin
  select n.* into found from growth.newsletters n where n.id = require_newsletter.newsletter and n.tenant_id = home for update;
  if found.id is null then
    raise exception 'there is no such newsletter' using errcode = 'QS404';
  end if;
  if not found.status = any (states) then
    raise exception 'the newsletter is in another state by now' using errcode = 'QS417';
  end if;
  return found;
end $$;

-- `act`: schedule (at a time, now without one), pause, resume, cancel, back to a draft, remove.
create or replace function growth.steer_newsletter(newsletter uuid, act text, at timestamptz, links text[]) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  chosen growth.newsletters;
begin
  if act = 'remove' then
    perform growth.require_newsletter(steer_newsletter.newsletter, array['draft', 'cancelled', 'sent']);
    delete from growth.newsletters n where n.id = steer_newsletter.newsletter;
    return;
  end if;
  chosen := growth.require_newsletter(steer_newsletter.newsletter, case act
    when 'schedule' then array['draft'] when 'pause' then array['sending'] when 'resume' then array['paused']
    when 'cancel' then array['scheduled', 'sending', 'paused'] when 'draft' then array['scheduled'] else '{}' end);
  if act = 'schedule' and (chosen.blocks = '[]' or btrim(chosen.footer) = '') then
    raise exception 'a newsletter has content, and says who sends it' using errcode = 'QS418';
  end if;
  update growth.newsletters n
  set status = case act when 'schedule' then 'scheduled' when 'pause' then 'paused' when 'resume' then 'sending' when 'cancel' then 'cancelled' else 'draft' end,
      scheduled_at = case act when 'schedule' then greatest(coalesce(steer_newsletter.at, clock_timestamp()), clock_timestamp()) else n.scheduled_at end,
      links = case act when 'schedule' then steer_newsletter.links else n.links end,
      finished_at = case act when 'cancel' then clock_timestamp() end
  where n.id = steer_newsletter.newsletter;
  if act = 'cancel' then
    update growth.deliveries d set status = 'left_out' where d.newsletter_id = steer_newsletter.newsletter and d.status = 'waiting';
  end if;
end $$;
grant execute on function growth.steer_newsletter(uuid,text,timestamptz,text[]) to authenticated;

-- A new one with the same content.
create or replace function growth.copy_newsletter(newsletter uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := growth.managed();
  made uuid;
begin
  insert into growth.newsletters (tenant_id, subject, blocks, footer, reply_to, audience_id, per_hour, created_by)
  select n.tenant_id, n.subject, n.blocks, n.footer, n.reply_to, n.audience_id, n.per_hour, auth.uid()
  from growth.newsletters n where n.id = copy_newsletter.newsletter and n.tenant_id = home
  returning id into made;
  if made is null then
    raise exception 'there is no such newsletter' using errcode = 'QS404';
  end if;
  return made;
end $$;
grant execute on function growth.copy_newsletter(uuid) to authenticated;

create or replace function growth.save_audience(audience uuid, name text, rules jsonb) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  home  uuid := growth.managed();
  saved uuid;
begin
  if audience is null then
    insert into growth.audiences (tenant_id, name, rules) values (home, save_audience.name, save_audience.rules) returning id into saved;
    return saved;
  end if;
  update growth.audiences a set name = save_audience.name, rules = save_audience.rules
  where a.id = save_audience.audience and a.tenant_id = home returning a.id into saved;
  if saved is null then
    raise exception 'there is no such audience' using errcode = 'QS404';
  end if;
  return saved;
end $$;
grant execute on function growth.save_audience(uuid,text,jsonb) to authenticated;

-- Newsletters that were sent no longer need it; one that will be does.
create or replace function growth.remove_audience(audience uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := growth.managed();
begin
  if exists (select from growth.newsletters n
             where n.audience_id = remove_audience.audience and n.tenant_id = home and n.status in ('draft', 'scheduled')) then
    raise exception 'a newsletter is to be sent to this audience' using errcode = 'QS419';
  end if;
  update growth.newsletters n set audience_id = null where n.audience_id = remove_audience.audience and n.tenant_id = home;
  delete from growth.audiences a where a.id = remove_audience.audience and a.tenant_id = home;
  if not found then
    raise exception 'there is no such audience' using errcode = 'QS404';
  end if;
end $$;
grant execute on function growth.remove_audience(uuid) to authenticated;

create or replace function growth.save_mail_settings(per_hour integer, token bytea) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := growth.managed();
begin
  insert into growth.mail_settings as s (tenant_id, per_hour, report_token, token_made_at)
  values (home, coalesce(save_mail_settings.per_hour, 1000), save_mail_settings.token, case when token is not null then clock_timestamp() end)
  on conflict (tenant_id) do update
  set per_hour = coalesce(save_mail_settings.per_hour, s.per_hour), report_token = coalesce(save_mail_settings.token, s.report_token),
      token_made_at = case when save_mail_settings.token is null then s.token_made_at else clock_timestamp() end;
end $$;
grant execute on function growth.save_mail_settings(integer,bytea) to authenticated;
