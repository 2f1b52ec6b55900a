create or replace function sales.add_note(deal uuid, said text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  owner_of sales.deals := sales.require_deal(deal, null);
  added    uuid;
begin
  insert into sales.notes (tenant_id, deal_id, body, author_id) values (owner_of.tenant_id, owner_of.id, said, auth.uid())
  returning id into added;
  perform sales.note_event(owner_of.id, 'noted', jsonb_build_object('note_id', added));
  return added;
end $$;
grant execute on function sales.add_note(uuid,text) to authenticated;

create or replace function sales.remove_note(note uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := sales.managed();
begin
  delete from sales.notes n where n.id = note and n.tenant_id = home;
  if not found then
    raise exception 'there is no such note' using errcode = 'QS404';
  end if;
end $$;
grant execute on function sales.remove_note(uuid) to authenticated;

create or replace function sales.add_task(deal uuid, what text, due date, doer uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  owner_of sales.deals := sales.require_deal(deal, null);
  added    uuid;
begin
  perform sales.require_person(owner_of.tenant_id, doer);
  insert into sales.tasks (tenant_id, deal_id, title, due_on, doer_id) values (owner_of.tenant_id, owner_of.id, what, due, doer)
  returning id into added;
  perform sales.note_event(owner_of.id, 'task_added', jsonb_build_object('title', what));
  return added;
end $$;
grant execute on function sales.add_task(uuid,text,date,uuid) to authenticated;

create or replace function sales.change_task(task uuid, what text, due date, doer uuid, is_done boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home   uuid := sales.managed();
  former sales.tasks;
begin
  select t.* into former from sales.tasks t where t.id = task and t.tenant_id = home for update;
  if former.id is null then
    raise exception 'there is no such task' using errcode = 'QS404';
  end if;
  perform sales.require_person(home, doer);
  update sales.tasks t
  set title = what, due_on = due, doer_id = doer,
      done_at = case when is_done then coalesce(t.done_at, clock_timestamp()) end
  where t.id = former.id;
  if is_done and former.done_at is null then
    perform sales.note_event(former.deal_id, 'task_done', jsonb_build_object('title', what));
  end if;
end $$;
grant execute on function sales.change_task(uuid,text,date,uuid,boolean) to authenticated;

create or replace function sales.remove_task(task uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := sales.managed();
begin
  delete from sales.tasks t where t.id = task and t.tenant_id = home;
  if not found then
    raise exception 'there is no such task' using errcode = 'QS404';
  end if;
end $$;
grant execute on function sales.remove_task(uuid) to authenticated;
