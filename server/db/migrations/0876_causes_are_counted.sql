-- Breaks nothing. Nearly every event has no cause. Without figures for the expression PostgreSQL expects one in 200 to have none, and reads the whole log
-- to sort it where a thousand rows of the usual list are asked for. 300,000 events: 627 ms before, 9 ms with these statistics.
create statistics public.system_audit_log_cause on (details ->> 'cause') from public.system_audit_log;
analyze public.system_audit_log;
