import { accountFor } from '../../auth/admin/generate-link.service.ts'
import { makeLink } from '../../auth/links/links.service.ts'
import type { Services } from '../../services.ts'
import { findInvitation } from './demos.sql.ts'

const LIFE_SECONDS = 600

/**
 * Makes the link of a person who is invited into a demo that is being made: no mail brings it.
 * @returns its secret, which `POST /verify` takes once
 * @throws for anybody else's address, and for people who are there already
 */
export async function invitationOf(
  { database, config, secrets }: Pick<Services, 'database' | 'config' | 'secrets'>,
  demo: string,
  email: string,
): Promise<string> {
  return database.asOwner(async (db) => {
    const invitationId = await findInvitation(db, demo, email)
    if (invitationId === undefined) throw new Error('nobody with this address is invited into this demo')
    const account = await accountFor(db, { kind: 'invite', email, data: {}, passwordHash: null })
    const { secret } = await makeLink({ config, secrets }, db, {
      userId: account.id,
      kind: 'invite',
      to: email,
      redirectTo: `${config.publicUrl}/login`,
      challenge: undefined,
      lifeSeconds: LIFE_SECONDS,
      invitationId,
    })
    return secret
  })
}
