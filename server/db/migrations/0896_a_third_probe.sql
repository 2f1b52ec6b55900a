-- Breaks nothing. A third organisation of the comprehensive test, which it suspends and resumes: nobody of the other two waits for that.
alter table public.tenants drop constraint tenants_probe_known;
alter table public.tenants add constraint tenants_probe_known check (probe in ('a', 'b', 'c'));
comment on column public.tenants.probe is 'Set for the three organisations of the comprehensive test, which are nobody''s';
