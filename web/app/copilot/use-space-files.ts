import { useQuery } from '@tanstack/react-query'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { spacesQuery } from '../spaces/spaces.queries.ts'
import type { Named } from './find-by-name.ts'
import { spaceNamesQuery } from './space-names.queries.ts'

/** Maximum number of team spaces whose names are compared: each has two lists, which are read when a question is asked. */
export const MAX_SPACES = 20

type SpaceFile = Named & { spaceId: string; space: string }
/** `left`: spaces that were not looked in, or not in all of them. */
export type SpaceFiles = { files: readonly SpaceFile[]; left: number }

/**
 * Files of the team spaces that this vault has opened and trusts, without those in the trash. Which spaces these are is the list of spaces, which changes as
 * soon as somebody is removed from one: what was read of it before is not shown any longer.
 */
export function useSpaceFiles(): SpaceFiles {
  const vault = useVault()
  const { data: all = [] } = useQuery(spacesQuery(vault.spaces))
  const open = new Map(all.flatMap(({ id, name, problem }) => (name === null || problem !== null ? [] : [[id, name]])))
  const ids = [...open.keys()].slice(0, MAX_SPACES)
  const { data: read } = useQuery({ ...spaceNamesQuery(vault.spaces, ids), enabled: ids.length > 0 })
  const files = (read?.spaces ?? []).flatMap(({ spaceId, names }) => {
    const space = open.get(spaceId)
    return space === undefined ? [] : names.map((file) => ({ ...file, spaceId, space }))
  })
  return { files, left: open.size - ids.length + (read?.left ?? 0) }
}
