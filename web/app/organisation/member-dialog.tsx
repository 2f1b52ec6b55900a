import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Member } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { people } from '#web/messages/people.ts'
import { accessOnDay as access } from '#web/messages/reviews/access-on-day.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useEnglishLang } from '#web/parts/language/english-area.tsx'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { FoundPersonCard } from '../sharing/people/found-person-card.tsx'
import { ListedKeysOf } from '../ledger/listed-keys.tsx'
import { AccessOnDay } from './access-on-day.tsx'
import { GuestForm } from './guest-form.tsx'
import { QuotaForm } from './quota-form.tsx'
import { RoleForm } from './role-form.tsx'
import { labelOf, mayTouch } from '#web/parts/people/team-view.ts'
import { keysQuery } from '#web/parts/people/team.queries.ts'
import type { ShownMember } from '#web/parts/people/member-of.ts'
import { useTeamActions } from './use-team-actions.ts'

const text = m.team.member
const CARD_PX = 64

/** One member: their keys, their role, and the way out. */
export function MemberDialog({ member, onClose }: { member: ShownMember | null; onClose: () => void }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => {
    setAsked(null)
    onClose()
  }
  const who = member ? labelOf(member) : ''
  const titles = { remove: text.removeTitle, suspend: text.suspendTitle, access: access.title }
  const title = asked === null ? who : titles[asked](who)
  return (
    <Dialog isOpen={member !== null} onClose={close} title={title}>
      {member && asked === 'access' && <AccessOnDay member={member} />}
      {member && asked && asked !== 'access' && (
        <AskFirst what={asked} member={member} onBack={() => setAsked(null)} onDone={close} />
      )}
      {member && !asked && <MemberDetails member={member} onAsk={setAsked} onDone={close} />}
    </Dialog>
  )
}

type Ended = 'remove' | 'suspend'
type Asked = Ended | 'access'
type Details = { member: ShownMember; onAsk: (what: Asked) => void; onDone: () => void }

function MemberDetails({ member, onAsk, onDone }: Details) {
  const { can, roles } = usePermissions()
  const isManaged = can('manage_users') && mayTouch(roles, member)
  const lang = useEnglishLang()
  return (
    <div className="flex flex-col gap-5">
      {/* Their keys come with the address. */}
      {member.name !== '' && (member.isMe || !member.hasVault) && <Text tone="soft">{member.email}</Text>}
      {!member.isMe && <MemberKeys member={member} />}
      {isManaged && member.guest === null && <RoleForm member={member} onDone={onDone} />}
      {!isManaged && <Text>{member.roles.map(m.team.role).join(', ') || m.team.none}</Text>}
      {/* Begins again with another end: what is changed is what was shown. */}
      {isManaged && !member.isMe && <GuestForm key={member.guest?.endsAt ?? ''} member={member} onDone={onDone} />}
      {isManaged && member.removedAt === null && <QuotaForm member={member} />}
      {member.isProvisioned && <Text tone="soft">{text.provisioned}</Text>}
      {isManaged && (
        <Button variant="outline" className="self-start" onClick={() => onAsk('access')}>
          <span lang={lang}>{access.open}</span>
        </Button>
      )}
      {isManaged && !member.isMe && <WaysOut member={member} onAsk={onAsk} onDone={onDone} />}
    </div>
  )
}

function WaysOut({ member, onAsk, onDone }: Details) {
  const { endSuspension, signOut } = useTeamActions()
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" isBusy={signOut.isPending} onClick={() => signOut.mutate(member)}>
        {people.table.signOut}
      </Button>
      {member.standing === 'suspended' ? (
        <Button
          variant="outline"
          isBusy={endSuspension.isPending}
          onClick={() => endSuspension.mutate(member, { onSuccess: onDone })}
        >
          {text.endSuspension}
        </Button>
      ) : (
        <Button variant="outline" onClick={() => onAsk('suspend')}>
          {text.suspend}
        </Button>
      )}
      <Button variant="outline" onClick={() => onAsk('remove')}>
        {text.remove}
      </Button>
      <TextLink to={`/admin/reviews?tab=offboarding&person=${member.userId}`} className="self-center">
        {text.offboard}
      </TextLink>
    </div>
  )
}

function MemberKeys({ member }: { member: Member }) {
  const queries = useQueryClient()
  const query = keysQuery(useVault().sharing, member.email)
  const keys = useQuery({ ...query, enabled: member.hasVault })
  if (!member.hasVault) return <Text tone="soft">{text.withoutVault}</Text>
  if (keys.error) return <Notice tone="error">{m.files.because(text.keysFailed, sentenceFor(keys.error))}</Notice>
  if (!keys.data) return <SkeletonRows label={text.keysLoading} rows={1} rowHeight={CARD_PX} />
  return (
    <div className="flex flex-col gap-2">
      <FoundPersonCard
        person={keys.data}
        onChange={(person) => {
          queries.setQueryData(query.queryKey, person)
          void queries.invalidateQueries({ queryKey: ['team', 'members'] })
        }}
      />
      <ListedKeysOf email={member.email} />
    </div>
  )
}

type Asking = { what: Ended; member: Member; onBack: () => void; onDone: () => void }

function AskFirst({ what, member, onBack, onDone }: Asking) {
  const { remove, suspend } = useTeamActions()
  const act = what === 'remove' ? remove : suspend
  const [said, yes, busy] =
    what === 'remove'
      ? [text.removeText, text.removeConfirm, text.removing]
      : [text.suspendText, text.suspendConfirm, text.suspending]
  // The button that was pressed is gone: the harmless answer has the focus.
  const harmless = useRef<HTMLButtonElement>(null)
  useEffect(() => harmless.current?.focus(), [])
  return (
    <div className="flex flex-col gap-5">
      <Text tone="soft">{said}</Text>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onBack} ref={harmless}>
          {m.common.cancel}
        </Button>
        <Button variant="danger" isBusy={act.isPending} onClick={() => act.mutate(member, { onSuccess: onDone })}>
          {act.isPending ? busy : yes}
        </Button>
      </div>
    </div>
  )
}
