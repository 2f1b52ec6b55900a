-- Breaks nothing. Partners are listed by their company as well: an order of a list has an index together with the id
-- (docs/decisions/0223-lists-are-declared-once.md).
create index partners_company_idx on partners.partners (tenant_id, company, id);
