import type { ListQuery } from './list-query.ts'
import type { ResourceService } from './resources.service.ts'
import { badValue, ScimError } from './scim-error.ts'
import { LIST_RESPONSE } from './schema-names.ts'
import type { Admitted } from './tokens.ts'

type Page = { total: number; resources: Record<string, unknown>[] }
type Both = { [Name in 'users' | 'groups']: Pick<ResourceService<never, never>, 'page'> }

/**
 * A search at the root: users, then groups, as one list. A kind that does not have an attribute of the filter has nothing that fits.
 * @throws {ScimError} when neither has it
 */
export async function searchEverything({ users, groups }: Both, { home }: Admitted, query: ListQuery) {
  if (query.cursor) throw badValue('Users and groups together are paged by "startIndex".')
  const skip = query.startIndex - 1
  const first = await pageOf(() => users.page({ home }, query, { skip, count: query.count }))
  const found = first instanceof ScimError ? { total: 0, resources: [] } : first
  const left = { skip: Math.max(0, skip - found.total), count: query.count - found.resources.length }
  const second = await pageOf(() => groups.page({ home }, query, left))
  if (first instanceof ScimError && second instanceof ScimError) throw first
  const rest = second instanceof ScimError ? { total: 0, resources: [] } : second
  const resources = [...found.resources, ...rest.resources]
  return {
    schemas: [LIST_RESPONSE],
    totalResults: found.total + rest.total,
    startIndex: query.startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}

async function pageOf(read: () => Promise<Page>): Promise<Page | ScimError> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ScimError && error.code === 'invalidFilter') return error
    throw error
  }
}
