import { useQueries, useQuery } from '@tanstack/react-query'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { filesQuery, foldersQuery } from '../drive/files.queries.ts'
import { sortOut } from '../drive/use-drive.ts'
import { useVaultOf } from '../spaces/space-scope.tsx'
import { spacesQuery } from '../spaces/spaces.queries.ts'
import type { Named } from './find-by-name.ts'

/** Maximum number of team spaces whose names are compared: each has two lists, which are read when a question is asked. */
export const MAX_SPACES = 20
/** Maximum number of names of all spaces together: the page waits while they are compared. */
const MAX_NAMES = 20_000
/** Names are compared as they were a moment ago; a page that shows a space asks more often. */
const CALM = { refetchInterval: false, staleTime: 60_000 } as const

type SpaceFile = Named & { spaceId: string; space: string }
/** `left`: spaces that were not looked in, because there are too many. */
export type SpaceFiles = { files: readonly SpaceFile[]; left: number }

/**
 * Files of the team spaces that this vault has opened and trusts, without those in the trash. Which spaces these are is the list of spaces, which changes as
 * soon as somebody is removed from one: what was read of it before is not shown any longer.
 */
export function useSpaceFiles(): SpaceFiles {
  const { data: all = [] } = useQuery(spacesQuery(useVault().spaces))
  const vaultOf = useVaultOf()
  const open = all.flatMap(({ id, name, problem }) => (name === null || problem !== null ? [] : [{ id, name }]))
  const spaces = open.slice(0, MAX_SPACES)
  const files = useQueries({ queries: spaces.map(({ id }) => ({ ...filesQuery(vaultOf(id).files), ...CALM })) })
  const folders = useQueries({ queries: spaces.map(({ id }) => ({ ...foldersQuery(vaultOf(id).folders), ...CALM })) })
  const found = spaces.flatMap(({ id, name: space }, at) => {
    const [ofFiles, ofFolders] = [files[at]?.data, folders[at]?.data]
    if (!ofFiles || !ofFolders) return []
    return sortOut(ofFiles, ofFolders).files.map((file) => ({ id: file.id, name: file.name, spaceId: id, space }))
  })
  return { files: found.slice(0, MAX_NAMES), left: open.length - spaces.length }
}
