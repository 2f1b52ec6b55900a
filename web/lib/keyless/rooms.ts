// First of all: schemas read this as they are made.
import '#web/workers/zod-without-eval.ts'
import { callsIn } from './calls-in.ts'
import { auditCalls } from './audit/audit-calls.ts'
import { checkCalls } from './checks/checks-calls.ts'
import { complianceCalls } from './compliance/compliance-calls.ts'
import { copilotCalls } from './copilot/copilot-calls.ts'
import { noticeCalls } from './notices/notice-calls.ts'
import { operationCalls } from './operations/operations-calls.ts'
import { viewCalls } from './panel/panel-calls.ts'
import { peopleCalls } from './people/people-calls.ts'
import { reviewCalls } from './reviews/reviews-calls.ts'
import { statusCalls } from './status/status-calls.ts'
import { streamCalls } from './streams/streams-calls.ts'
import { tenantLifeCalls } from './tenants/tenants-calls.ts'

/** Rooms whose calls need no key of the vault. They are one file of the build: each further one costs the page to sign in a line of its import map. */
export const rooms = {
  audit: auditCalls,
  checks: checkCalls,
  compliance: complianceCalls,
  copilot: copilotCalls,
  notices: noticeCalls,
  operations: operationCalls,
  people: peopleCalls,
  reviews: reviewCalls,
  status: statusCalls,
  streams: streamCalls,
  tenantLife: tenantLifeCalls,
  views: viewCalls,
}

export const callsOf = callsIn(rooms)
