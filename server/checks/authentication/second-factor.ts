import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import { type Check, expectThat, passed } from '../check.ts'
import type { Answer, Site } from '../site.ts'

const enrolled = z.object({ id: z.uuid(), totp: z.object({ secret: z.string() }) })
const challenged = z.object({ id: z.uuid() })
const proven = z.object({ access_token: z.string() })

/** AUTH-07 */
export const takesCodeOnce: Check = async ({ site, people }) => {
  const { accessToken: token } = await people.enter(site)
  const body = { factor_type: 'totp', friendly_name: 'probe' }
  const factor = enrolled.parse(await site.read('/auth/v1/factors', { method: 'POST', token, body }))
  const code = new TOTP({ secret: Secret.fromBase32(factor.totp.secret) }).generate()
  const wrong = await prove(site, { token, factor: factor.id, code: code === '000000' ? '000001' : '000000' })
  expectThat(wrong.status >= 400, 'A wrong code is taken')
  const first = await prove(site, { token, factor: factor.id, code })
  expectThat(first.status === 200, `The code of an authenticator app is refused with ${first.status}`)
  const { access_token: raised } = proven.parse(first.json())
  expectThat(decodeJwt(raised)['aal'] === 'aal2', 'A session with a second factor does not say so')
  const again = await prove(site, { token: raised, factor: factor.id, code })
  expectThat(again.status >= 400, 'The same code is taken a second time')
  return passed({ replay_answers: again.status })
}

type Proof = { token: string; factor: string; code: string }

async function prove(site: Site, { token, factor, code }: Proof): Promise<Answer> {
  const asked = { method: 'POST', token, body: {} }
  const { id } = challenged.parse(await site.read(`/auth/v1/factors/${factor}/challenge`, asked))
  return site.ask(`/auth/v1/factors/${factor}/verify`, { ...asked, body: { challenge_id: id, code } })
}
