import { z } from 'zod'
import { RateLimitError, type RateLimits } from '#server/http/rate-limits.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Tasks } from '#server/jobs/jobs.ts'
import { findUserByEmail } from '../../account/users.sql.ts'
import { type InvitationMails, mailInvitation, mailToOtherOrganisation } from '../invite-member.service.ts'
import { areOfOneOrganisation } from '../team.sql.ts'
import {
  dropOldImports,
  endImport,
  importsToSend,
  type NextRow,
  nextOfImport,
  noteOfImport,
} from './people-import.sql.ts'

export type ImportServices = InvitationMails & { database: Database; limits: Pick<RateLimits, 'take'> }

const job = z.object({ id: z.uuid() })

/** Mails invitations of lists, one after the other. */
export function importTasks(services: ImportServices): Tasks {
  const { database } = services
  return {
    'auth:send_import': async (payload) => sendImport(services, job.parse(payload).id),
    // Those that a failure or a suspension of their organisation stopped; and what is kept no longer goes.
    'auth:continue_imports': async () => {
      for (const id of await database.asOwner(importsToSend)) await sendImport(services, id)
      await database.asOwner(dropOldImports)
    },
  }
}

async function sendImport(services: ImportServices, id: string): Promise<void> {
  while (await sendNext(services, id)) {
    // Each in a transaction of its own: what was mailed stays so, and a cancellation waits for one mail.
  }
  await services.database.asOwner((db) => endImport(db, id))
}

/** @returns false when nothing is left to send. */
async function sendNext(services: ImportServices, id: string): Promise<boolean> {
  return services.database.asOwner(async (db) => {
    const next = await nextOfImport(db, id)
    if (!next) return false
    await noteOfImport(db, id, next.line, (await send(services, db, next)) ? 'sent' : 'not_sent')
    return true
  })
}

async function send(services: ImportServices, db: Transaction, next: NextRow): Promise<boolean> {
  const { email, inviter: userId, invitation_id: invitation, fingerprint, guest_until: guestUntil } = next
  // It was withdrawn, or who invites has deleted their account.
  if (userId === null || invitation === null || !(await mayBeMailed(services, email))) return false
  const known = await findUserByEmail(db, email)
  if (known?.email_confirmed_at) {
    if (await areOfOneOrganisation(db, userId, known.id)) return false
    await mailToOtherOrganisation(services, db, { userId, email })
    return true
  }
  const data = { first_name: next.first_name, last_name: next.last_name }
  await mailInvitation(services, db, { id: invitation, userId, email, fingerprint, data, guestUntil, client: null })
  return true
}

/** Lists are one way more to fill somebody's mailbox: they count with all the others. */
async function mayBeMailed({ limits }: ImportServices, email: string): Promise<boolean> {
  try {
    await limits.take('mailByRecipient', email)
    await limits.take('mailByRecipientHourly', email)
    return true
  } catch (error) {
    if (error instanceof RateLimitError) return false
    throw error
  }
}
