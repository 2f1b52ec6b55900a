import type { FastifyInstance } from 'fastify'

export type Route = { path: string; methods: string[] }

const LINE = /^(?<branch>[ │├└─]*)(?<part>\S.*) \((?<methods>[A-Z, ]+)\)$/

/** Every route that a server answers, as Fastify prints them. */
export function routesOf(app: FastifyInstance): Route[] {
  const above: string[] = []
  const found: Route[] = []
  for (const line of app.printRoutes({ commonPrefix: false, includeHooks: false }).split('\n')) {
    const { branch = '', part = '', methods = '' } = LINE.exec(line)?.groups ?? {}
    if (part === '') continue
    // Four signs for each step down.
    const depth = branch.length / 4 - 1
    const path = depth === 0 ? part : `${above[depth - 1]}${part}`
    above[depth] = path
    found.push({ path, methods: methods.split(', ') })
  }
  return found
}
