import { z } from 'zod'
import { type Check, expectThat, skipped } from '../check.ts'

/** What the AI studio calls. */
const STUDIO = ['ai-seo-keywords', 'ai-content-blog', 'ai-social-calendar'] as const

const unknown = z.object({ error: z.string(), message: z.string(), code: z.literal('NOT_FOUND') })

/** INT-09: until there is a studio, that nothing answers in its place. */
export const studioAnswers: Check = async ({ site, people }) => {
  const { accessToken: token } = await people.enter(site)
  const ask = (name: string) => site.ask(`/functions/v1/${name}`, { method: 'POST', body: {}, token })
  const missing = await ask('probe-of-no-function')
  expectThat(missing.status === 404, `A function that does not exist answers ${missing.status}`)
  expectThat(
    missing.headers['x-relay-error'] === 'true' && unknown.safeParse(missing.json()).success,
    'Clients cannot read the answer for a function that does not exist',
  )
  for (const name of STUDIO) {
    const { status } = await ask(name)
    expectThat(status === 404, `The function ${name} answers ${status}, although there is no AI studio on this server`)
  }
  return skipped('no_studio', { functions: STUDIO })
}
