import type { Config } from '../config.ts'
import type { Transaction } from '../db/database.ts'
import { makeLink } from '../auth/links/links.service.ts'
import { RateLimitError, type RateLimits } from '../http/rate-limits.ts'
import type { Mail } from '../mail/mail.ts'
import { provisionedMail } from '../mail/templates.ts'
import type { Secrets } from '../secrets.ts'
import { mailsOf, nameOfOrganisation } from './changes.sql.ts'
import type { Admitted } from './tokens.ts'

const LIFE_SECONDS = 7 * 24 * 3600

export type InviteServices = {
  config: Pick<Config, 'publicUrl'>
  secrets: Secrets
  limits: RateLimits
  mail: Pick<Mail, 'send'>
}

/** Mails somebody who was provisioned how to sign in for the first time, if the maker of the token chose so, and not again and again. */
export async function inviteProvisioned(
  services: InviteServices,
  db: Transaction,
  { token, home, id }: Admitted & { id: string },
): Promise<void> {
  const { config, limits, mail } = services
  const to = await mailsOf(db, token, id)
  if (to === undefined) return
  try {
    await limits.take('mailByRecipientHourly', to)
  } catch (error) {
    if (error instanceof RateLimitError) return
    throw error
  }
  const link = {
    userId: id,
    kind: 'invite' as const,
    to,
    redirectTo: `${config.publicUrl}/login`,
    challenge: undefined,
  }
  const { url, code } = await makeLink(services, db, { ...link, lifeSeconds: LIFE_SECONDS })
  await mail.send(db, to, provisionedMail({ url, code, organisation: await nameOfOrganisation(db, home) }))
}
