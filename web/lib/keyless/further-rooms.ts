// First of all: schemas read this as they are made.
import '#web/workers/zod-without-eval.ts'
import { callsIn } from './calls-in.ts'
import { contactCalls, newsletterCalls } from './growth/growth-calls.ts'
import { documentationCalls } from './documentation/documentation-calls.ts'
import { invoicingCalls } from './invoicing/invoicing-calls.ts'
import { keywordsCalls } from './keywords/keywords-calls.ts'
import { partnerCalls } from './partners/partners-calls.ts'
import { salesCalls } from './sales/sales-calls.ts'
import { seoCalls } from './seo/seo-calls.ts'
import { calendarCalls, draftCalls, grammarCalls, modelCalls, sourceCalls } from './studio/studio-calls.ts'
import { trainingCalls } from './training/training-calls.ts'

/** Rooms that only pages of their own ask, in a second file: the first screens of the app and of the panel fetch `rooms.ts` alone. */
export const furtherRooms = {
  calendars: calendarCalls,
  contacts: contactCalls,
  documentation: documentationCalls,
  drafts: draftCalls,
  grammar: grammarCalls,
  invoicing: invoicingCalls,
  keywords: keywordsCalls,
  models: modelCalls,
  newsletters: newsletterCalls,
  partners: partnerCalls,
  sales: salesCalls,
  seo: seoCalls,
  sources: sourceCalls,
  training: trainingCalls,
}

export const callsOf = callsIn(furtherRooms)
