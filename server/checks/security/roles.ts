import { setTimeout as sleep } from 'node:timers/promises'
import { allows, ROLES } from '#contract/permissions.ts'
import { type Check, type CheckContext, type Evidence, expectThat, noneOf, passed } from '../check.ts'
import { rolledBack } from '../probe.ts'
import { ALL_PERMISSIONS, giveRole, rightsOf, takeRoles } from '../role-probe.ts'
import type { Site } from '../site.ts'

/** SEC-07: the table of permissions, role by role, as the database decides. */
export const rolesMayWhatTheTableSays: Check = async (context) => {
  const person = await context.people.add()
  const wrong = await rolledBack(
    context,
    async (db) => {
      const found: string[] = []
      for (const role of ROLES) {
        await giveRole(db, person, { role })
        const { allowed } = await rightsOf(db, person)
        found.push(
          ...ALL_PERMISSIONS.filter((one) => allows([role], one) !== allowed.includes(one)).map(
            (one) => `${one} for ${role}`,
          ),
        )
      }
      return found
    },
    { isAlone: true },
  )
  return noneOf(wrong, 'A role may do something else than the table of permissions says', {
    roles: ROLES.length,
    permissions: ALL_PERMISSIONS.length,
  })
}

/** SEC-08 */
export const expiredRolesEnd: Check = async (context) => {
  const person = await context.people.add()
  const { expired, ended } = await rolledBack(
    context,
    async (db) => {
      await giveRole(db, person, { role: 'owner', lastsSeconds: -1 })
      const { allowed: ofExpired } = await rightsOf(db, person)
      await giveRole(db, person, { role: 'owner' })
      const { allowed: before } = await rightsOf(db, person)
      expectThat(before.length > 0, 'An owner may do nothing')
      await takeRoles(db, person.id)
      return { expired: ofExpired, ended: (await rightsOf(db, person)).allowed }
    },
    { isAlone: true },
  )
  expectThat(expired.length === 0, `A role that has expired still gives ${expired[0]}`, { found: expired })
  expectThat(ended.length === 0, `A role that was taken away still gives ${ended[0]}`, { found: ended })
  return passed({ ...(await endsInOpenSession(context)), ...(await endsWithOrganisation(context)) })
}

/** A session that is open sees the end of its role with the next request. */
async function endsInOpenSession({ site, people, services: { database } }: CheckContext): Promise<Evidence> {
  const { accessToken: token, person } = await people.enter(site, { role: 'admin' })
  const read = async () =>
    (await site.read('/rest/v1/rpc/get_user_roles', { method: 'POST', token, body: {} })) as unknown[]
  const before = await read()
  await database.owner(
    `update public.enterprise_user_roles set expires_at = now() - interval '1 second' where user_id = $1`,
    [person.id],
  )
  const after = await read()
  const evidence = { before: before.length, after: after.length }
  expectThat(before.length === 2 && after.length === 0, 'An open session keeps a role that has expired', evidence)
  return evidence
}

/** Time for which a node may believe what it knows of a session. */
const BELIEVED_MS = 1000
const ASK_AGAIN_MS = 100

/** People of an organisation that is suspended: their open sessions get nothing, and nobody signs in. */
async function endsWithOrganisation({ site, people, signal }: CheckContext): Promise<Evidence> {
  // Where the server of an earlier run ended in the middle of this.
  await people.resume()
  const session = await people.enter(site, { organisation: 'c', role: 'admin' })
  const { accessToken: token, refreshToken, person } = session
  const own = `/rest/v1/profiles?select=user_id&user_id=eq.${person.id}`
  expectThat((await site.ask(own, { token })).text.includes(person.id), 'Somebody does not see their own profile')
  try {
    await people.suspend('c')
    const suspendedMs = performance.now()
    for (const path of ['/auth/v1/user', own]) {
      let askedMs = performance.now()
      while (await isAnswered(site, path, token)) {
        signal.throwIfAborted()
        expectThat(
          askedMs - suspendedMs < BELIEVED_MS,
          `An open session of a suspended organisation still gets ${path.split('?', 1)[0]}`,
        )
        await sleep(ASK_AGAIN_MS)
        askedMs = performance.now()
      }
    }
    const { email, password } = person
    for (const [grant, body] of [
      ['password', { email, password }],
      ['refresh_token', { refresh_token: refreshToken }],
    ] as const) {
      const { status } = await site.ask(`/auth/v1/token?grant_type=${grant}`, { method: 'POST', body })
      expectThat(status >= 400, `Somebody of a suspended organisation gets a session by ${grant}`, { status })
    }
  } finally {
    await people.resume()
  }
  await people.signIn(site, person)
  return { suspended: 2, signs_in_afterwards: true }
}

const isAnswered = async (site: Site, path: string, token: string): Promise<boolean> =>
  (await site.ask(path, { token })).status < 400
