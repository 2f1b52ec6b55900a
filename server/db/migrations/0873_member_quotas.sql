-- Breaks nothing that was released: the list of people says what each has stored (docs/decisions/0238-people-are-listed-without-their-keys.md).
drop function if exists public.member_quotas();
