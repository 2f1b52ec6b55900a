-- Breaks nothing: an IPv4 address was taken for a domain, though its owner could never prove it. Tested equal to contract/domain-name.ts.
delete from public.organisation_domains d where d.domain ~ '^[0-9.]+$';

create or replace function public.is_domain(name text) returns boolean
  language sql immutable parallel safe set search_path = ''
  return length(name) <= 253 and name ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$' and name !~ '^[0-9.]+$';
