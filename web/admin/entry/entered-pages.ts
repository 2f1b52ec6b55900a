import type { AdminPath } from '#contract/admin-pages.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import type { AdminPage } from '../admin-room.ts'
import { adminPages } from '../rooms.ts'

/** Pages that ask nothing of a vault. */
const REACHED: ReadonlySet<AdminPath> = new Set<AdminPath>([
  '/admin/overview',
  '/admin/users',
  '/admin/reviews',
  '/admin/growth/marketing',
  '/admin/growth/sales',
  '/admin/growth/partners',
  '/admin/growth/newsletters',
  '/admin/training',
  '/admin/integrations',
  '/admin/billing',
])
const Users = lazyPart(async () => (await import('./entered-people.tsx')).EnteredPeople)

/** The panel of another organisation. */
export const enteredPages: readonly AdminPage[] = adminPages
  .filter(({ path }) => REACHED.has(path))
  // Their actions ask for a proof, or mail people: an entry does neither.
  .map((page) => ({ ...page, actions: [], ...(page.path === '/admin/users' && { Page: Users }) }))
