import { z } from 'zod'
import { type Check, expectThat, noneOf, passed } from '../check.ts'
import type { ProbeSession } from '../probe-people.ts'
import type { Site } from '../site.ts'

const refreshed = z.object({ access_token: z.string(), refresh_token: z.string() })

const refresh = (site: Site, refreshToken: string) =>
  site.ask('/auth/v1/token?grant_type=refresh_token', { method: 'POST', body: { refresh_token: refreshToken } })

async function isAlive(site: Site, { accessToken }: Pick<ProbeSession, 'accessToken'>): Promise<boolean> {
  return (await site.ask('/auth/v1/user', { token: accessToken })).status === 200
}

/** AUTH-04 */
export const endsStolenSession: Check = async ({ site, people, services: { database } }) => {
  const { refreshToken: first, person } = await people.enter(site)
  const second = refreshed.parse((await refresh(site, first)).json())
  expectThat(second.refresh_token !== first, 'A refresh token does not change when it is used')
  const third = refreshed.parse((await refresh(site, second.refresh_token)).json())
  // Within a minute it may be another tab that lost the answer.
  await database.owner(
    `update auth.sessions set refreshed_at = refreshed_at - interval '2 minutes' where user_id = $1`,
    [person.id],
  )
  const reused = await refresh(site, first)
  expectThat(reused.status >= 400, 'A refresh token that was used before is taken again')
  const { status } = await refresh(site, third.refresh_token)
  expectThat(status >= 400, 'A session whose old token was used again is still refreshed')
  const stillAlive = await isAlive(site, { accessToken: third.access_token })
  expectThat(!stillAlive, 'The access token of a session whose old token was used again still works')
  return passed({ reused_answers: reused.status })
}

/** AUTH-05 */
export const signsOut: Check = async ({ site, people }) => {
  const person = await people.add()
  const enter = async () => people.signIn(site, person)
  const [one, two, three] = [await enter(), await enter(), await enter()]
  const signOut = ({ accessToken }: ProbeSession, scope: string) =>
    site.ask(`/auth/v1/logout?scope=${scope}`, { method: 'POST', token: accessToken })
  const wrong: string[] = []
  const expectAlive = async (after: string, alive: readonly ProbeSession[]): Promise<void> => {
    for (const [at, session] of [one, two, three].entries()) {
      if ((await isAlive(site, session)) !== alive.includes(session)) wrong.push(`${after}: session ${at + 1}`)
    }
  }
  await signOut(one, 'local')
  await expectAlive('local', [two, three])
  await signOut(two, 'others')
  await expectAlive('others', [two])
  await signOut(two, 'global')
  await expectAlive('global', [])
  return noneOf(wrong, 'Signing out leaves a session alive, or ends one that it should not', { sessions: 3 })
}
