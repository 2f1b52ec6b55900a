import { z } from 'zod'
import { routeAddress } from '../../http/registered-routes.ts'
import type { Site } from '../site.ts'

export type Compared = { wrong: string[]; compared: number }
type ComparedServices = Compared & { services: string[] }

const openApi = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(
      z.enum(['get', 'post', 'put', 'patch', 'delete']),
      z.object({ responses: z.record(z.string(), z.unknown()) }),
    ),
  ),
})

/**
 * Compares what features answer with their OpenAPI document: all that it describes is there, and an address that it describes answers no other
 * method. `leftOut` are the other addresses of the same lists, which it does not describe.
 */
export async function compareFeatures(
  site: Site,
  token: string,
  routes: ReadonlySet<string> | undefined,
): Promise<ComparedServices & { leftOut: string[] }> {
  const { paths } = openApi.parse(await site.read('/openapi/v1', { token }))
  const described = new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${routeAddress(path)}`),
    ),
  )
  const addresses = new Set([...described].map(addressOf))
  const rooms = new Set([...described].map(roomOf))
  const there = [...(routes ?? [])]
  const wrong = routes
    ? differences(
        described,
        there.filter((route) => addresses.has(addressOf(route))),
      )
    : []
  const leftOut = there.filter((route) => rooms.has(roomOf(route)) && !addresses.has(addressOf(route)))
  return { wrong, compared: described.size, services: [...new Set([...described].map(serviceOf))], leftOut }
}

/** Takes calls of functions, which are registered by their names. */
const BY_NAME = / \/functions\/v1\/\*/
const REFERENCE = '/documentation/api-reference'

/** Compares what services answer with the tables of the public reference. */
export async function compareReference(site: Site, routes: ReadonlySet<string> | undefined): Promise<ComparedServices> {
  const { status, text } = await site.ask(REFERENCE, { headers: { accept: '*/*' } })
  const services = status === 404 ? new Map<string, Set<string>>() : routesInReference(text)
  const wrong = [...services].flatMap(([service, described]) => {
    if (described.size === 0) return [`${service} is described without a route`]
    return routes
      ? differences(
          described,
          [...routes].filter((route) => serviceOf(route) === service && !BY_NAME.test(route)),
        )
      : []
  })
  if (status !== 404 && services.size === 0) wrong.push(`${REFERENCE} describes no service`)
  const compared = [...services.values()].reduce((sum, { size }) => sum + size, 0)
  return { wrong, compared, services: [...services.keys()] }
}

/** Names services that the server answers and nothing describes. */
export const undescribed = (routes: ReadonlySet<string> | undefined, described: readonly string[]): string[] =>
  [...new Set([...(routes ?? [])].map(serviceOf))]
    .filter((one) => /\/v\d+$/.test(one) && !described.includes(one))
    .toSorted()

function differences(described: ReadonlySet<string>, there: readonly string[]): string[] {
  return [
    ...[...described].filter((route) => !there.includes(route)).map((route) => `${route} is described and not there`),
    ...there.filter((route) => !described.has(route)).map((route) => `${route} is not described`),
  ]
}

const addressOf = (route: string): string => route.split(' ')[1] ?? ''
const partsOf = (route: string, count: number): string =>
  addressOf(route)
    .split('/')
    .slice(0, count + 1)
    .join('/')
/** Such as `/auth/v1`. */
const serviceOf = (route: string): string => partsOf(route, 2)
/** Such as `/growth/v1/contacts`. */
const roomOf = (route: string): string => partsOf(route, 3)

const HEADING = />(\/[a-z]+\/v\d+)<\/span>/
const FIRST_CELL = /<tr[^>]*><td[^>]*>([^]*?)<\/td>/g
const CODE = /<code[^>]*>([^]*?)<\/code>/g
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** Described for people; registered by the server itself. */
const NOT_COMPARED = ['HEAD', 'OPTIONS']

/** Routes by service, as the first cells of the tables write them: `GET`, `PUT /bucket/:id`. */
function routesInReference(html: string): Map<string, Set<string>> {
  const [, ...parts] = html.split(HEADING)
  const services = new Map<string, Set<string>>()
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const service = parts[at] ?? ''
    const routes = new Set<string>()
    for (const [, cell = ''] of (parts[at + 1] ?? '').matchAll(FIRST_CELL))
      for (const route of routesInCell(cell, service)) routes.add(route)
    services.set(service, routes)
  }
  return services
}

function routesInCell(cell: string, service: string): string[] {
  const routes: string[] = []
  let methods: string[] = []
  let wasComplete = true
  for (const [, code = ''] of cell.matchAll(CODE)) {
    const words = code.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').split(' ')
    const named = words.filter((word) => METHODS.includes(word))
    const address = words.find((word) => word.startsWith('/'))
    // Methods stand for the address that comes next; an address alone is asked as the one before.
    if (named.length > 0) methods = wasComplete ? named : [...methods, ...named]
    wasComplete = address !== undefined
    if (address === undefined) continue
    for (const method of methods)
      if (!NOT_COMPARED.includes(method)) routes.push(`${method} ${routeAddress(service + address)}`)
  }
  return routes
}
