import { z } from 'zod'
import { type Check, expectThat, noneOf, passed, skipped } from '../check.ts'
import type { Site } from '../site.ts'

const description = z.object({
  swagger: z.literal('2.0'),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  definitions: z.record(z.string(), z.object({ properties: z.record(z.string(), z.unknown()) })),
})

/** DOC-03: of the tables that the caller may use; those of the database, and those that answer. */
export const describesItsRoutes: Check = async ({ site, people, services: { database } }) => {
  const { accessToken: token } = await people.enter(site)
  const { paths, definitions } = description.parse(await site.read('/rest/v1/', { token }))
  const { rows } = await database.owner<{ path: string }>(
    `select '/' || c.relname as path from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
       and has_any_column_privilege('authenticated', c.oid, 'select, insert, update')`,
  )
  const tables = Object.keys(paths).filter((path) => path !== '/' && !path.startsWith('/rpc/'))
  const there = new Set(rows.map(({ path }) => path))
  const wrong = tables.filter((path) => !there.has(path)).map((path) => `${path} is described and not there`)
  wrong.push(...[...there].filter((path) => !paths[path]).map((path) => `${path} is not described`))
  for (const path of tables.filter((one) => paths[one]?.['get'])) {
    const { status } = await site.ask(`/rest/v1${path}?limit=0`, { token })
    if (status >= 400) wrong.push(`${path} answers ${status}`)
    if (!definitions[path.slice(1)]) wrong.push(`${path} has no columns`)
  }
  return noneOf(wrong, 'The description of the API is not what the API does', {
    tables: tables.length,
    paths: Object.keys(paths).length,
  })
}

/** DOC-04: what the guide about calling the API shows first, as it stands there. */
export const examplesWork: Check = async ({ site, people }) => {
  const page = await site.ask('/documentation/call-the-api')
  if (page.status === 404) return skipped('not_built')
  const shown = examplesIn(page.text)
  expectThat(shown.length > 0, 'The guide about the API shows no request that could be tried')
  const session = await people.enter(site)
  const wrong: string[] = []
  for (const example of shown) {
    const status = await statusOf(site, example, session.accessToken)
    if (status >= 400) wrong.push(`${example.method} ${example.path} answers ${status}`)
  }
  return wrong.length === 0 ? passed({ examples: shown.length }) : noneOf(wrong, 'A published example does not work')
}

type Example = { method: string; path: string }

/** Requests to read something in the listings of a page, each once. */
function examplesIn(html: string): Example[] {
  const text = html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll(/&(?:quot|#x27|#39);/g, ' ')
  const found = [...text.matchAll(/(?:https?:\/\/[\w.:-]+|\$\w+)(\/(?:rest|auth|storage)\/v1\/[\w/.?=&,*%:-]*)/g)].map(
    ([, path = '']) => path,
  )
  return [...new Set(found)].filter((path) => !path.includes('token?')).map((path) => ({ method: 'GET', path }))
}

async function statusOf(site: Site, { method, path }: Example, token: string): Promise<number> {
  return (await site.ask(path, { method, token })).status
}
