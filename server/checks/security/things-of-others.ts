import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type CheckContext, expectThat } from '../check.ts'
import type { ProbeSession } from '../probe-people.ts'

/** A kind of things that people of one organisation make together. */
type Kind = {
  /** Where they are made, and with an id behind it where one is. */
  at: string
  make: (owner: ProbeSession) => object
  /** Requests of a person who knows the id. */
  tries: readonly (readonly [method: string, rest: string, body?: object])[]
  /** There is no request for one of them alone. */
  isListedOnly?: true
}

const draft = { title: 'A', outline: '', target_keyword: '', audience: '', content_type: 'blog' }
const form = { title: 'A', lead: '', consent_text: 'A', tag: null, is_open: false }
const course = { title: 'A', summary: '', minutes: 5, lessons: [], questions: [], seen: 0 }
const DAY_MS = 86_400_000

const KINDS: Readonly<Record<string, Kind>> = {
  draft: {
    at: '/content/v1/drafts',
    make: () => draft,
    tries: [
      ['GET', ''],
      ['GET', '/export'],
      ['PUT', '', { ...draft, meta_description: '', suggested_tags: [], content: 'B', version: 1 }],
      ['POST', '/writing', { version: 1 }],
      ['DELETE', ''],
    ],
  },
  keywords: {
    at: '/keywords/v1/projects',
    make: () => ({ id: randomUUID(), name: 'A', seeds: ['file sharing'] }),
    tries: [
      ['GET', ''],
      ['GET', '/export'],
      ['PATCH', '', { name: 'B' }],
      ['DELETE', ''],
    ],
  },
  form: {
    at: '/growth/v1/forms',
    make: () => form,
    isListedOnly: true,
    tries: [
      ['PUT', '', { ...form, title: 'B' }],
      ['DELETE', ''],
    ],
  },
  course: {
    at: '/training/v1/own-courses',
    make: () => course,
    tries: [
      ['GET', ''],
      ['PUT', '', { ...course, title: 'B', seen: 1 }],
      ['DELETE', ''],
    ],
  },
  review: {
    at: '/reviews/v1/reviews',
    make: ({ person }) => ({
      name: 'A',
      due_on: new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10),
      scope: 'people',
      covers_roles: true,
      covers_spaces: false,
      reviewers: [person.id],
    }),
    tries: [
      ['GET', ''],
      ['GET', '/items'],
      ['POST', '/open'],
      ['GET', '/export'],
      ['DELETE', ''],
    ],
  },
}
/** Kinds of things that are asked for. */
export const THINGS = Object.keys(KINDS).length

const made = z.object({ id: z.uuid() })

/**
 * Has an administrator of one organisation make a thing of each kind, and one of another ask for it by its id, change it and delete it.
 * @returns what was reached
 */
export async function thingsReached(
  context: CheckContext,
  { asker, owner }: { asker: ProbeSession; owner: ProbeSession },
): Promise<string[]> {
  const { site } = context
  const reached = Object.entries(KINDS).map(async ([name, { at, make, tries, isListedOnly }]) => {
    const token = owner.accessToken
    const answer = await site.ask(at, { method: 'POST', token, body: make(owner) })
    expectThat(answer.status === 201 || answer.status === 200, `A ${name} cannot be made: ${answer.status}`)
    const { id } = made.parse(answer.json())
    const found: string[] = []
    for (const [method, rest, body] of tries) {
      const { status } = await site.ask(`${at}/${id}${rest}`, {
        method,
        token: asker.accessToken,
        ...(body && { body }),
      })
      if (status !== 404 && status !== 403) found.push(`${method} ${at}/…${rest} (${status})`)
    }
    const own = await site.ask(isListedOnly ? at : `${at}/${id}`, { token })
    if (!own.text.includes(id)) return [...found, `the ${name} was deleted`]
    const removed = await site.ask(`${at}/${id}`, { method: 'DELETE', token })
    expectThat(removed.status < 300, `A ${name} cannot be deleted by its owner: ${removed.status}`)
    return found
  })
  return (await Promise.all(reached)).flat()
}
