import { useQuery } from '@tanstack/react-query'
import { createContext, use, useMemo, type ReactNode } from 'react'
import { useMatch } from 'react-router'
import { m } from '#web/messages/app.ts'
import { spaces as spaceWords } from '#web/messages/spaces.ts'
import { enterSpace } from '#web/lib/files/enter-space.ts'
import { canEditSpace } from '#contract/organisation/space-roles.ts'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'
import { useVault, VaultContext } from '#web/parts/vault/vault-context.ts'
import { spacesQuery } from './spaces.queries.ts'

/** Where files are listed and stored: what is one's own, or a team space. */
export type Space = {
  /** Null is the personal space. */
  id: string | null
  name: string
  canEdit: boolean
  /** Address of its top. */
  home: string
}

const personal = (): Space => ({ id: null, name: m.shell.myFiles, canEdit: true, home: '/dashboard' })
const SpaceContext = createContext<Space | null>(null)
/** The client whose files are one's own, wherever the page is. */
const OwnVaultContext = createContext<VaultClient | null>(null)

/** Below `/dashboard/spaces/:id` everything that lists or changes files means those of that space. */
export function SpaceScope({ children }: { children: ReactNode }) {
  const client = useVault()
  const id = useMatch('/dashboard/spaces/:id')?.params.id ?? null
  // Read on every page: where somebody has left a space, this is what changes its key.
  const { data: spaces } = useQuery(spacesQuery(client.spaces))
  const found = spaces?.find((space) => space.id === id)
  const scoped = useMemo(() => (id === null ? client : enterSpace(id, client)), [client, id])
  const space = useMemo(() => {
    if (id === null) return personal()
    return {
      id,
      name: found?.name ?? spaceWords.one,
      canEdit: found !== undefined && canEditSpace(found.role),
      home: spacePath(id),
    }
  }, [id, found])
  return (
    <SpaceContext value={space}>
      <OwnVaultContext value={client}>
        <VaultContext value={scoped}>{children}</VaultContext>
      </OwnVaultContext>
    </SpaceContext>
  )
}

/** The space of this page. */
export function useSpace(): Space {
  const space = use(SpaceContext)
  return useMemo(() => space ?? personal(), [space])
}

/** The clients of other places than this page's: of the own files (null), or of a team space. */
export function useVaultOf(): (spaceId: string | null) => VaultClient {
  const page = useVault()
  const own = use(OwnVaultContext) ?? page
  return (spaceId) => (spaceId === null ? own : enterSpace(spaceId, own))
}

export function spacePath(id: string): string {
  return `/dashboard/spaces/${encodeURIComponent(id)}`
}
