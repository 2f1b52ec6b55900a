import { z } from 'zod'
import { type Check, type CheckContext, noneOf } from '../check.ts'
import { type Compared, compareFeatures, compareReference, undescribed } from './routes.ts'

const description = z.object({
  swagger: z.literal('2.0'),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  definitions: z.record(z.string(), z.object({ properties: z.record(z.string(), z.unknown()) })),
})

/**
 * DOC-03: the tables that the caller may use, as the database has them and as they answer; lists of features by their OpenAPI document, and the
 * services of files and accounts by the public reference, each both ways.
 */
export const describesItsRoutes: Check = async (context) => {
  const { site, people, services } = context
  const { accessToken: token } = await people.enter(site)
  const tables = await compareTables(context, token)
  const features = await compareFeatures(site, token, services.routes)
  const reference = await compareReference(site, services.routes)
  return noneOf(
    [...tables.wrong, ...features.wrong, ...reference.wrong],
    'The description of the API is not what the API does',
    {
      tables: tables.compared,
      routes_of_features: features.compared,
      routes_of_services: reference.compared,
      services: reference.services,
      left_out: features.leftOut,
      // Services of the panel and the studio, for which no description is published.
      not_described: undescribed(services.routes, [...features.services, ...reference.services, REST]),
      ...(services.routes === undefined && { skipped: 'routes: this server only works on jobs' }),
      ...(reference.services.length === 0 && { skipped: 'routes of services: there is no build of the pages' }),
    },
  )
}

const REST = '/rest/v1'

async function compareTables({ site, services: { database } }: CheckContext, token: string): Promise<Compared> {
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
  return { wrong, compared: tables.length }
}
