import { matchRoutes, type RouteObject } from 'react-router'

/** Loads what the page at `pathname` is made of into the routes, so that the first render is whole and equals the prerendered HTML. */
export async function preload(routes: RouteObject[], pathname: string): Promise<void> {
  for (const { route } of matchRoutes(routes, pathname) ?? []) {
    if (typeof route.lazy !== 'function') continue
    Object.assign(route, await route.lazy())
    delete route.lazy
  }
}
