import { z } from 'zod'
import type { Check, CheckContext } from '../check.ts'
import { expectThat, passed } from '../check.ts'

const unknown = z.object({ error: z.string(), message: z.string(), code: z.literal('NOT_FOUND') })
const projects = z.object({ projects: z.array(z.object({ id: z.uuid() })) })
const day = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])-[0-3]\d$/)

/** Functions that the AI studio answers with, a request for each, and the form of its answer. None of them needs a language model. */
const STUDIO = [
  {
    name: 'ai-seo-keywords',
    body: { seed_terms: ['encrypted file sharing'], project_name: 'Probe' },
    answer: z.object({
      clusters: z
        .array(
          z.object({
            name: z.string().min(1),
            intent: z.enum(['informational', 'commercial', 'transactional', 'navigational']),
            difficulty: z.int().min(1).max(100),
            keywords: z.array(z.string()).min(1),
            content_angles: z.array(z.string()),
          }),
        )
        .min(1),
    }),
  },
  {
    name: 'ai-content-blog',
    body: { title: 'Sharing files without a word to the server', content_type: 'blog' },
    answer: z.object({
      content: z.string().min(1),
      meta_description: z.string(),
      suggested_tags: z.array(z.string()),
      estimated_read_time: z.number().positive(),
    }),
  },
  {
    name: 'ai-social-calendar',
    body: { topics: ['Encryption'], month: '2030-01', platforms: ['LinkedIn'] },
    answer: z.object({
      calendar: z
        .array(
          z.object({
            date: day,
            platform: z.literal('LinkedIn'),
            content: z.string(),
            content_type: z.string(),
            hashtags: z.array(z.string()),
            cta: z.string(),
            visual_suggestion: z.string(),
          }),
        )
        .min(1),
    }),
  },
] as const

/** INT-09: the functions of the studio answer who manages growth, in the form that their clients read, and nobody else. */
export const studioAnswers: Check = async ({ site, people }) => {
  const { accessToken: manager } = await people.enter(site, { role: 'growth_manager' })
  const { accessToken: member } = await people.enter(site)
  const ask = (name: string, body: object, token?: string) =>
    site.ask(`/functions/v1/${name}`, { method: 'POST', body, ...(token !== undefined && { token }) })
  const missing = await ask('probe-of-no-function', {}, manager)
  expectThat(missing.status === 404, `A function that does not exist answers ${missing.status}`)
  expectThat(
    missing.headers['x-relay-error'] === 'true' && unknown.safeParse(missing.json()).success,
    'Clients cannot read the answer for a function that does not exist',
  )
  try {
    for (const { name, body, answer } of STUDIO) {
      const refused: readonly (readonly [string, number, number])[] = [
        ['nobody', (await ask(name, body)).status, 401],
        ['a person who does not manage growth', (await ask(name, body, member)).status, 403],
        ['a request without what it is about', (await ask(name, {}, manager)).status, 400],
      ]
      for (const [what, status, expected] of refused) {
        expectThat(status === expected, `The function ${name} answers ${status} to ${what}, rather than ${expected}`)
      }
      const given = await ask(name, body, manager)
      expectThat(given.status === 200, `The function ${name} answers ${given.status}`)
      expectThat(answer.safeParse(given.json()).success, `Clients cannot read the answer of the function ${name}`)
    }
  } finally {
    await removeProjects(site, manager)
  }
  return passed({ functions: STUDIO.map(({ name }) => name) })
}

/** The studio keeps what was analysed, until somebody removes it. */
async function removeProjects(site: CheckContext['site'], token: string): Promise<void> {
  const answer = await site.ask('/keywords/v1/projects', { token })
  for (const { id } of projects.safeParse(answer.json()).data?.projects ?? []) {
    await site.ask(`/keywords/v1/projects/${id}`, { method: 'DELETE', token })
  }
}
