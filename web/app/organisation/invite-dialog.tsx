import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { TeamRole } from '#contract/permissions.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Span, Text } from '#web/ui/layout/text.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useAccountState, useVault } from '../vault-context.ts'
import { usePermissions } from './roles/use-permissions.ts'
import { RoleChoice } from './role-choice.tsx'
import { rolesToGive } from './team-view.ts'
import { refreshTeam } from './team.queries.ts'

const text = m.team.inviteDialog
type Sent = { email: string; address: string }

type Props = { isOpen: boolean; onClose: () => void; finalFocus: RefObject<HTMLElement | null> }

export function InviteDialog({ isOpen, onClose, finalFocus }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={text.title} finalFocus={finalFocus}>
      <Invite onClose={onClose} />
    </Dialog>
  )
}

/** Apart from the dialog, so that each opening starts empty. */
function Invite({ onClose }: { onClose: () => void }) {
  const [sent, setSent] = useState<Sent | null>(null)
  return sent ? (
    <InvitationSent sent={sent} onAnother={() => setSent(null)} onClose={onClose} />
  ) : (
    <InviteForm onSent={setSent} />
  )
}

function InviteForm({ onSent }: { onSent: (sent: Sent) => void }) {
  const { team } = useVault()
  const state = useAccountState()
  const queries = useQueryClient()
  const { roles } = usePermissions()
  const [role, setRole] = useState<TeamRole>('member')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const ownEmail = state.kind === 'open' ? state.email : ''
  const invite = useMutation({
    mutationFn: (email: string) => team.invite({ email, role, ownEmail }),
    onSuccess: (address, email) => onSent({ email, address }),
    onSettled: () => refreshTeam(queries),
  })
  return (
    <Form onSubmit={({ email = '' }) => invite.mutate(email.trim())}>
      {invite.error && <Notice tone="error">{sentenceFor(invite.error)}</Notice>}
      <TextField ref={field} name="email" type="email" label={text.email} hint={text.hint} autoComplete="off" />
      <div className="flex flex-col gap-1.5">
        <Span className="text-sm font-semibold" aria-hidden="true">
          {text.role}
        </Span>
        <RoleChoice label={text.role} roles={rolesToGive(roles)} value={role} onChange={setRole} />
      </div>
      <Button type="submit" isBusy={invite.isPending} className="self-start">
        {invite.isPending ? text.busy : text.submit}
      </Button>
    </Form>
  )
}

function InvitationSent({ sent, onAnother, onClose }: { sent: Sent; onAnother: () => void; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(sent.address)
      toastDone(text.copied)
    } catch {
      field.current?.select()
      toastError(m.files.toast.error, text.copyFailed)
    }
  }
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="done">{text.sent(sent.email)}</Notice>
      <Text tone="soft">{text.second}</Text>
      <TextField ref={field} name="address" label={text.address} value={sent.address} readOnly isMono />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>
          <Copy size={16} aria-hidden="true" />
          {text.copy}
        </Button>
        <Button variant="outline" onClick={onAnother}>
          {text.another}
        </Button>
        <Button variant="outline" onClick={onClose}>
          {text.done}
        </Button>
      </div>
    </div>
  )
}
