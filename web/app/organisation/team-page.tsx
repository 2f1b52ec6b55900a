import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Member } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useVault } from '../vault-context.ts'
import { usePermissions } from './roles/use-permissions.ts'
import { useSearch } from '../shell/search-context.tsx'
import { DomainSection } from './domain-section.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberDialog } from './member-dialog.tsx'
import { MemberSection } from './member-section.tsx'
import { OwnInvitations } from './own-invitations.tsx'
import { RecoveriesToAnswer } from '../recovery/recoveries-to-answer.tsx'
import { RecoverySetup } from '../recovery/recovery-setup.tsx'
import { foundMembers, leads } from './team-view.ts'
import { teamQuery } from './team.queries.ts'
import { QueryView } from '../shell/query-view.tsx'

const ROW_PX = 64
const text = m.team

/** Who belongs to the organisation; who may, invites, changes roles and removes. */
export function TeamPage() {
  const list = useQuery(teamQuery(useVault().team))
  const { can, roles } = usePermissions()
  const { query } = useSearch()
  const [isInviting, setInviting] = useState(false)
  const inviteButton = useRef<HTMLButtonElement>(null)
  const [shown, setShown] = useState<Member | null>(null)
  const { present, removed } = foundMembers(list.data?.members ?? [], query)

  return (
    <>
      <title>{m.common.pageTitle(text.title)}</title>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <Heading as="h1" look="page">
            {text.title}
          </Heading>
          <Text tone="soft" className="mt-1 max-w-prose">
            {list.data ? text.lead(list.data.organisation) : text.leadLoading}
          </Text>
        </div>
        {can('manage_users') && (
          <Button ref={inviteButton} onClick={() => setInviting(true)}>
            <UserPlus size={16} aria-hidden="true" />
            {text.invite}
          </Button>
        )}
      </div>
      <QueryView
        query={list}
        text={text}
        skeleton={
          <Card>
            <SkeletonRows label={text.loading} rows={4} rowHeight={ROW_PX} />
          </Card>
        }
      >
        {({ organisation, members }) => (
          <>
            <OwnInvitations organisation={organisation} />
            <MemberSection title={text.members} members={present} onShow={setShown} />
            {can('manage_users') && <InvitationList />}
            {leads(roles) && <DomainSection />}
            <RecoveriesToAnswer />
            {can('manage_security') && <RecoverySetup members={members} />}
            {removed.length > 0 && (
              <MemberSection title={text.removed} lead={text.removedLead} members={removed} onShow={setShown} />
            )}
          </>
        )}
      </QueryView>
      <InviteDialog isOpen={isInviting} onClose={() => setInviting(false)} finalFocus={inviteButton} />
      <MemberDialog member={shown} onClose={() => setShown(null)} />
    </>
  )
}
