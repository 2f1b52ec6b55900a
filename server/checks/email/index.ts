import type { Checks } from '../check.ts'
import { mailsAreNotStuck, mailServerAccepts } from './mail-server.ts'
import { headersAreNotInjected, tokenMailIsTaken } from './queue.ts'
import { everyTemplateRenders } from './templates.ts'

/** Of the category "email". */
export const emailChecks: Checks = {
  'MAIL-01': mailServerAccepts,
  'MAIL-02': everyTemplateRenders,
  'MAIL-03': tokenMailIsTaken,
  'MAIL-04': headersAreNotInjected,
  'MAIL-05': mailsAreNotStuck,
}
