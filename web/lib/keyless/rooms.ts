// First of all: schemas read this as they are made.
import '#web/workers/zod-without-eval.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { runAct } from './acts.ts'
import { auditCalls } from './audit/audit-calls.ts'
import { checkCalls } from './checks/checks-calls.ts'
import { complianceCalls } from './compliance/compliance-calls.ts'
import { contactCalls, newsletterCalls } from './growth/growth-calls.ts'
import { copilotCalls } from './copilot/copilot-calls.ts'
import { documentationCalls } from './documentation/documentation-calls.ts'
import { invoicingCalls } from './invoicing/invoicing-calls.ts'
import { keywordsCalls } from './keywords/keywords-calls.ts'
import { noticeCalls } from './notices/notice-calls.ts'
import { operationCalls } from './operations/operations-calls.ts'
import { viewCalls } from './panel/panel-calls.ts'
import { partnerCalls } from './partners/partners-calls.ts'
import { peopleCalls } from './people/people-calls.ts'
import { reviewCalls } from './reviews/reviews-calls.ts'
import { salesCalls } from './sales/sales-calls.ts'
import { seoCalls } from './seo/seo-calls.ts'
import { statusCalls } from './status/status-calls.ts'
import { streamCalls } from './streams/streams-calls.ts'
import { calendarCalls, draftCalls, grammarCalls, modelCalls, sourceCalls } from './studio/studio-calls.ts'
import { tenantLifeCalls } from './tenants/tenants-calls.ts'
import { trainingCalls } from './training/training-calls.ts'

/** Rooms whose calls need no key of the vault. They are one file of the build: each further one costs the page to sign in a line of its import map. */
export const rooms = {
  audit: auditCalls,
  calendars: calendarCalls,
  checks: checkCalls,
  compliance: complianceCalls,
  contacts: contactCalls,
  copilot: copilotCalls,
  documentation: documentationCalls,
  drafts: draftCalls,
  grammar: grammarCalls,
  invoicing: invoicingCalls,
  keywords: keywordsCalls,
  models: modelCalls,
  newsletters: newsletterCalls,
  notices: noticeCalls,
  operations: operationCalls,
  partners: partnerCalls,
  people: peopleCalls,
  reviews: reviewCalls,
  sales: salesCalls,
  seo: seoCalls,
  sources: sourceCalls,
  status: statusCalls,
  streams: streamCalls,
  tenantLife: tenantLifeCalls,
  training: trainingCalls,
  views: viewCalls,
}

type Call = (line: VaultApi, ...args: unknown[]) => unknown

/** Calls of a room for one connection, each an act of the person. */
export function callsOf(room: keyof typeof rooms, line: VaultApi): object {
  const bound = Object.entries<Call>(rooms[room] as Record<string, Call>).map(([name, call]) => [
    name,
    (...args: unknown[]) => runAct((keyed) => call(keyed, ...args), { line, name: `${room}.${name}`, args }),
  ])
  return Object.fromEntries(bound) as object
}
