-- Breaks nothing. Words of organisations that a check of grammar takes for right, and their English
-- (docs/decisions/0231-grammar-is-checked-in-the-browser.md).

create table studio.dictionary_words (
  id        uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  word      text not null constraint dictionary_words_form check (length(word) between 1 and 60 and word !~ '\s'),
  constraint dictionary_words_once unique (tenant_id, word)
);
comment on table studio.dictionary_words is 'Words that texts of an organisation may have; who added one is not kept';

create table studio.grammar_settings (
  tenant_id uuid primary key references public.tenants (id) on delete cascade,
  dialect   text not null constraint grammar_settings_dialect_known check (dialect in ('American', 'British', 'Australian', 'Canadian'))
);
comment on table studio.grammar_settings is 'English that texts of an organisation are checked in; American where there is no row';

alter table studio.dictionary_words enable row level security, force row level security;
alter table studio.grammar_settings enable row level security, force row level security;
create policy dictionary_words_service on studio.dictionary_words for all to current_user using (true) with check (true);
create policy dictionary_words_proven on studio.dictionary_words as restrictive for all to authenticated using ((select authz.is_proven()));
create policy dictionary_words_all on studio.dictionary_words for all to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())))
  with check (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())));
create policy grammar_settings_service on studio.grammar_settings for all to current_user using (true) with check (true);
create policy grammar_settings_proven on studio.grammar_settings as restrictive for all to authenticated using ((select authz.is_proven()));
create policy grammar_settings_all on studio.grammar_settings for all to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())))
  with check (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())));
revoke all on studio.dictionary_words, studio.grammar_settings from public, anon, authenticated, service_role;
grant select, insert, delete on studio.dictionary_words to authenticated;
grant select, insert, update on studio.grammar_settings to authenticated;

--! functions
create trigger dictionary_words_limit after insert on studio.dictionary_words referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', '2000');
