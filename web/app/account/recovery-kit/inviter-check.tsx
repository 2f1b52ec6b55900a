import type { invitationFor } from '#web/lib/account/arrival/invitation.ts'
import { m } from '#web/messages/app.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Text } from '#web/ui/layout/text.tsx'

type Props = {
  invitation: NonNullable<ReturnType<typeof invitationFor>>
  email: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}

/** Whose keys the new vault remembers: the person sees it, and the server has no say in it. */
export function InviterCheck({ invitation: { inviter, notedFor, isSameAddress }, email, isChecked, onChange }: Props) {
  const text = m.recovery.inviter
  const by = inviter.email || m.join.somebody
  return (
    <div className="flex flex-col gap-2">
      {!isSameAddress && <Text tone="soft">{text.otherAddress(notedFor, email)}</Text>}
      <Checkbox checked={isChecked} onCheckedChange={onChange} label={text.label(by)} />
      <Text tone="hint" size="xs">
        {inviter.isHandedOver ? text.hint : `${text.hint} ${text.mailed}`}
      </Text>
    </div>
  )
}
