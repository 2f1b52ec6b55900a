-- Breaks nothing: an event that told nothing new about a subscription is no change of it.
drop trigger subscriptions_audit on public.subscriptions;
create trigger subscriptions_audit after insert or delete
  on public.subscriptions for each row execute function audit.record_change('config_change', 'medium', 'id');
create trigger subscriptions_audit_update after update
  on public.subscriptions for each row
  when ((old.user_id, old.plan, old.status, old.quantity, old.current_period_end, old.trial_end, old.cancel_at_period_end)
        is distinct from
        (new.user_id, new.plan, new.status, new.quantity, new.current_period_end, new.trial_end, new.cancel_at_period_end))
  execute function audit.record_change('config_change', 'medium', 'id');
