import { queryOptions, useQuery } from '@tanstack/react-query'
import { MailOpen } from 'lucide-react'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { Strip } from '#web/ui/feedback/notice.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'

const text = m.team.ownInvitations

export function useOwnInvitations() {
  const { team } = useVault()
  const isOpen = useAccountState().kind === 'open'
  return useQuery({ ...ownInvitationsQuery(team), enabled: isOpen }).data ?? []
}

/** Across pages, until it is declined or runs out: another organisation invites this account. */
export function OwnInvitationStrip() {
  const [first] = useOwnInvitations()
  if (!first) return null
  return (
    <Strip Icon={MailOpen}>
      <span className="min-w-0">{text.notice(first.inviter ?? text.somebody, first.organisation)}</span>
      <TextLink to="/dashboard/team">{text.see}</TextLink>
    </Strip>
  )
}

/** Invitations of other organisations to this account. They come with a mail, so nobody waits for them here. */
function ownInvitationsQuery(team: VaultClient['team']) {
  return queryOptions({
    queryKey: ['team', 'own-invitations'],
    queryFn: () => team.ownInvitations(),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
}
