import type { FastifyInstance } from 'fastify'

/** Made by the server for addresses that it answers in other ways. */
const BY_ITSELF: ReadonlySet<string> = new Set(['HEAD', 'OPTIONS'])

/** Writes an address so that others can be compared with it: without a query, and with `*` for each part that differs from request to request. */
export const routeAddress = (path: string): string =>
  path
    .replace(/\?.*$/s, '')
    .replaceAll(/:\w+(?:\([^)]*\))?|\{\w+\}|<\w+>/g, '*')
    .replace(/(?<=.)\/$/, '')

/** Routes, each as `GET /address/*`. */
export class RegisteredRoutes extends Set<string> {
  /** Functions are called by their names, which are no routes of their own. */
  addFunctions(registry: Readonly<Record<string, { methods: readonly string[] }>>): void {
    for (const [name, { methods }] of Object.entries(registry))
      for (const method of methods) this.add(`${method} /functions/v1/${name}`)
  }
}

/** Notes what is registered from now on. */
export function noteRoutes(app: FastifyInstance): RegisteredRoutes {
  const routes = new RegisteredRoutes()
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (!BY_ITSELF.has(one)) routes.add(`${one} ${routeAddress(url)}`)
  })
  return routes
}
