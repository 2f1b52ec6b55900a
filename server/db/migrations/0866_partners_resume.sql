-- Breaks nothing. A partner that is ended by mistake while paused is paused again, or its links would work.
alter table partners.partners add column resumes_as text
  constraint partners_resumes_known check (resumes_as in ('active', 'paused'));
comment on column partners.partners.resumes_as is 'State of before it was archived; null for one that the form ended';
